import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Builds a worker as one more entry of the app's own build, so that it shares its chunks with the page: what both
 * need (the local store, the parser, the domain) is downloaded once. Vite by itself bundles each worker apart.
 * The worker is named where it is started, as `new URL(<spelled>, import.meta.url)`; in development that stands.
 */
export function workerEntry(options: {
  readonly entry: string;
  /** What its file is called in the build. */
  readonly name: string;
  /** The file that starts it, and how it spells the worker's address there. */
  readonly startedIn: string;
  readonly spelled: string;
}): Plugin {
  let root = '';
  let reference = '';
  return {
    name: `cairn-worker-entry-${options.name}`,
    apply: 'build',
    enforce: 'pre',
    configResolved(config) {
      root = config.root;
    },
    buildStart() {
      reference = this.emitFile({
        type: 'chunk',
        id: join(root, options.entry),
        name: options.name,
      });
    },
    transform(code, id) {
      if (id !== join(root, options.startedIn)) return undefined;
      const address = `new URL('${options.spelled}', import.meta.url)`;
      if (!code.includes(address)) this.error(`no worker is started as ${address}`);
      return { code: code.replace(address, `import.meta.ROLLUP_FILE_URL_${reference}`), map: null };
    },
  };
}
