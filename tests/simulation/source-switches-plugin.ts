import { relative, sep } from 'node:path';
import type { Plugin } from 'vite';
import { withSwitches } from './source-switches.ts';

/** Loads the engine and the store with the switches of its faults, before anything else reads the sources. */
export function sourceSwitches(): Plugin {
  return {
    name: 'source-switches',
    enforce: 'pre',
    transform: (source, id) => {
      const file = relative(process.cwd(), id).split(sep).join('/');
      return file.startsWith('sync/') ? withSwitches(file, source) : undefined;
    },
  };
}
