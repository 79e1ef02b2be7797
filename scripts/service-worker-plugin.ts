import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { injectManifest } from 'workbox-build';
import { NOTICES } from './notices-plugin.ts';
import { writeShellPack } from './shell-pack.ts';

/**
 * Size limit in bytes of a file of the shell: the build fails on a larger one instead of leaving it out of the cache.
 */
const SHELL_FILE_LIMIT = 1_500_000;
/** Placeholder of the pack's address in sw/service-worker.ts. */
const PACK_MARK = '__SHELL_PACK__';
const OWN_NOTICES = 'notices-of-the-service-worker.txt';

/**
 * Builds the service worker after the app: one classic script `sw.js` beside `index.html`, with the list of all files
 * of the shell (their hashes are their revisions) inserted. It runs in `vite build` only; with `vite` in development
 * there is no service worker.
 */
export function serviceWorker(options: { readonly entry: string }): Plugin {
  let root = '';
  let outDir = '';
  // closeBundle also runs after a failed build, whose own error must be shown.
  let written = false;
  return {
    name: 'cairn-service-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      outDir = resolve(config.root, config.build.outDir);
    },
    writeBundle() {
      written = true;
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (!written) return;
        await bundle(join(root, options.entry), outDir);
        await addNotices(outDir);
        await inject(outDir);
      },
    },
  };
}

async function bundle(entry: string, outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: {
      outDir,
      emptyOutDir: false,
      target: ['chrome120', 'firefox121', 'safari17.4'],
      sourcemap: false,
      license: { fileName: OWN_NOTICES },
      rollupOptions: {
        input: entry,
        // In one script there is nothing to preload from an address of its own.
        transform: { define: { 'import.meta': '{}' } },
        output: { format: 'iife', entryFileNames: 'sw.unlisted.js', codeSplitting: false },
      },
    },
  });
}

/** Adds the notices of the packages in the service worker to those of the app. */
async function addNotices(outDir: string): Promise<void> {
  const own = join(outDir, OWN_NOTICES);
  await appendFile(join(outDir, NOTICES), `\n${await readFile(own, 'utf8')}`);
  await rm(own);
}

async function inject(outDir: string): Promise<void> {
  const swSrc = join(outDir, 'sw.unlisted.js');
  const swDest = join(outDir, 'sw.js');
  const assets: string[] = [];
  const { warnings } = await injectManifest({
    swSrc,
    swDest,
    globDirectory: outDir,
    globPatterns: ['**/*.{html,js,css,svg,png,ico,woff2,ttf,webmanifest}'],
    // A new password needs the server anyway: the list of common passwords is not cached for offline use.
    globIgnores: ['screenshots/**', '.vite/**', 'assets/common-passwords-*'],
    dontCacheBustURLsMatching: /^assets\//,
    maximumFileSizeToCacheInBytes: SHELL_FILE_LIMIT,
    manifestTransforms: [
      (manifest) => {
        assets.push(...manifest.map(({ url }) => url).filter((url) => url.startsWith('assets/')));
        return { manifest };
      },
    ],
  });
  if (warnings.length > 0) throw new Error(`service worker: ${warnings.join('; ')}`);
  await rm(swSrc);
  const pack = await writeShellPack(outDir, assets);
  const script = await readFile(swDest, 'utf8');
  if (!script.includes(PACK_MARK)) throw new Error('service worker: no place for the shell pack');
  await writeFile(swDest, script.replace(PACK_MARK, `/${pack}`));
}
