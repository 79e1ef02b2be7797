import { relative, sep } from 'node:path';
import type { Plugin } from 'vite';
import { hasSwitches, withSwitches } from './source-switches.ts';

/** Loads the sources with the switches of their faults, before anything else reads them. */
export function sourceSwitches(): Plugin {
  return {
    name: 'source-switches',
    enforce: 'pre',
    transform: (source, id) => {
      const file = relative(process.cwd(), id).split(sep).join('/');
      return hasSwitches(file) ? withSwitches(file, source) : undefined;
    },
  };
}
