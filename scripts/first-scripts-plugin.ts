import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { filesOfScreens } from './screen-files.ts';

const BOOT = 'boot.js';
const STYLES = 'boot.css';
const LETTERS = 'inter-latin-wght-normal.woff2';

/**
 * Writes the scripts that run before the app into the page itself (the server allows these by their digests): what
 * `public/` holds of them, and `src/picture/show.ts`, which asks for the app's files and starts it when it has seen to
 * the picture of the last screen. In development the page starts the app by itself.
 */
export function firstScripts(options: { readonly picture: string }): Plugin {
  let root = '';
  let picture = '';
  const publicFile = (name: string) => readFileSync(join(root, 'public', name), 'utf8');
  return {
    name: 'cairn-first-scripts',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    async buildStart() {
      this.emitFile({ type: 'asset', name: STYLES, source: publicFile(STYLES) });
      picture = await bundled(join(root, options.picture));
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, chunk }) {
        if (bundle === undefined || chunk === undefined) return html;
        const { first, ...later } = filesOfScreens(bundle, chunk.fileName);
        const told = Object.entries({ app: first, ...later, font: [assetOf(bundle, LETTERS)] })
          .map(([name, files]) => ` data-${name}="${files.map((file) => `/${file}`).join(' ')}"`)
          .join('');
        const scripts = `${inline(publicFile(BOOT))}\n    ${inline(picture, told)}`;
        return [
          [/<script type="module" crossorigin src="[^"]+"><\/script>\s*/, ''] as const,
          [/<link rel="modulepreload"[^>]*>\s*/g, ''] as const,
          [`"/${STYLES}"`, `"/${assetOf(bundle, STYLES)}"`] as const,
          [`<script src="/${BOOT}"></script>`, scripts] as const,
        ].reduce((page, [what, by]) => replaced(page, what, by), html);
      },
    },
  };
}

function inline(code: string, attributes = ''): string {
  if (code.includes('</script')) throw new Error('A script cannot hold its own end');
  return `<script${attributes}>${code.trim()}</script>`;
}

function replaced(html: string, what: string | RegExp, by: string): string {
  const next = html.replace(what, () => by);
  if (next === html) throw new Error(`index.html has no ${String(what)}`);
  return next;
}

function assetOf(bundle: Rolldown.OutputBundle, name: string): string {
  const found = Object.values(bundle).find(
    (output) => output.type === 'asset' && output.names.includes(name),
  );
  if (found === undefined) throw new Error(`The build has no ${name}`);
  return found.fileName;
}

async function bundled(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: ['chrome120', 'edge120', 'firefox121', 'safari17.4'],
      rollupOptions: { input: entry, output: { format: 'iife', codeSplitting: false } },
    },
  });
  const [first] = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  if (first?.type !== 'chunk') throw new Error(`${entry} gave no script`);
  return first.code;
}
