import type { Plugin, Rolldown } from 'vite';

/** Entry modules of a page by address and of the language, each set in addition to the one before. */
const PRELOADS = {
  frame: ['src/routes/_app.tsx?tsr-split=component', 'sync/client/account.ts'],
  board: ['src/routes/_app/workspace.$slug.tsx?tsr-split=component'],
  de: ['src/i18n/de/catalogue.ts'],
} as const;

/**
 * Lists the files of the frame, of a board and of a language in attributes of the `public/boot.js` element: they are
 * fetched with the first script, not after it has run.
 */
export function bootPreloads(): Plugin {
  return {
    name: 'cairn-boot-preloads',
    apply: 'build',
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
