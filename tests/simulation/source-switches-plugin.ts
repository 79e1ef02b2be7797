import { relative, sep } from 'node:path';
import type { Plugin } from 'vite';
import { withSwitches } from './source-switches.ts';

/** Loads the engine, the store and the calls of the server with the switches of its faults, before anything else reads the sources. */
export function sourceSwitches(): Plugin {
  return {
    name: 'source-switches',
    enforce: 'pre',
    transform: (source, id) => {
      const file = relative(process.cwd(), id).split(sep).join('/');
      return /^(?:sync|server\/apply)\//.test(file) ? withSwitches(file, source) : undefined;
    },
  };
}
