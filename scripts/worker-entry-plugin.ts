import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Builds a worker as a further entry of the app's own build, so that it shares chunks with the page: common code (the
 * local store, the parser, the domain) is downloaded once. By default Vite bundles each worker separately. The worker
 * is named where it is started, as `new URL(<spelled>, import.meta.url)`, which development uses unchanged.
 */
export function workerEntry(options: {
  readonly entry: string;
  /** Name of its file in the build. */
  readonly name: string;
  /** File that starts the worker, and the spelling of the worker's address in it. */
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
