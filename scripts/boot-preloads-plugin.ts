import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { minify, type Plugin, type Rolldown } from 'vite';

/** Entry modules of a page by address and of the language, each set in addition to the one before. */
const PRELOADS = {
  frame: ['src/routes/_app.tsx?tsr-split=component', 'sync/client/account.ts'],
  board: ['src/routes/_app/workspace.$slug.tsx?tsr-split=component'],
  de: ['src/i18n/de/catalogue.ts'],
} as const;

/** All of these modules: each needs a file that is called after it. */
export const PRELOADED: readonly string[] = Object.values(PRELOADS).flat();

/**
 * Lists the files of the frame, of a board and of a language in attributes of the `public/boot.js` element: they are
 * fetched with the first script, not after it has run. The script itself is built without its comments and with short
 * names, as every first page loads it.
 */
export function bootPreloads(): Plugin {
  let outDir = '';
  return {
    name: 'cairn-boot-preloads',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    async writeBundle() {
      const file = join(outDir, 'boot.js');
      await writeFile(file, await shorter(await readFile(file, 'utf8')));
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, chunk }) {
        if (bundle === undefined || chunk === undefined) return html;
        const known = new Set(filesOf(bundle, chunk.fileName));
        const attributes = Object.entries(PRELOADS).map(([name, modules]) => {
          const files = modules.flatMap((module) => filesOf(bundle, chunkOf(bundle, module)));
          const later = [...new Set(files)].filter((file) => !known.has(file));
          for (const file of later) known.add(file);
          return `data-${name}="${later.map((file) => `/${file}`).join(' ')}"`;
        });
        const element = '<script src="/boot.js">';
        if (!html.includes(element)) throw new Error(`index.html has no ${element}`);
        return html.replace(element, `<script src="/boot.js" ${attributes.join(' ')}>`);
      },
    },
  };
}

/** Syntax stays as it is written: browsers that are too old for the app have to understand the script. */
async function shorter(code: string): Promise<string> {
  const result = await minify('boot.js', code, {
    module: false,
    compress: false,
    mangle: true,
    // Without white space the tool writes strings as template literals, which are not ES5.
    codegen: { removeWhitespace: false },
  });
  const [problem] = result.errors;
  if (problem !== undefined) throw new Error(`boot.js: ${problem.message}`);
  // No string of ES5 goes over several lines.
  return result.code.replaceAll(/^\s+/gm, '');
}

function chunkOf(bundle: Rolldown.OutputBundle, module: string): string {
  const found = Object.values(bundle).find(
    (output) => output.type === 'chunk' && output.moduleIds.some((id) => id.endsWith(module)),
  );
  if (found === undefined) throw new Error(`No file of the build holds ${module}`);
  return found.fileName;
}

/** A script and its static imports, recursively. */
function filesOf(bundle: Rolldown.OutputBundle, start: string): readonly string[] {
  const files = new Set<string>();
  const add = (file: string) => {
    const output = bundle[file];
    if (files.has(file) || output?.type !== 'chunk') return;
    files.add(file);
    output.imports.forEach(add);
  };
  add(start);
  return [...files];
}
