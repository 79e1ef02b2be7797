import { relative } from 'node:path';
import type { Plugin } from 'vite';

const CLASSES = /node_modules\/@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/;
/** Names with a capital are components; the others (`baseline`, `global`) belong to every page. */
const STYLES = /^@mantine\/core\/styles\/([A-Z]\w+)\.layer\.css$/;
const NONE = '\0no-styles';

/**
 * In the product each component of Mantine brings its style sheet: a screen downloads those of the components that it
 * shows, in their order (a component is imported after those that it is built on). In development and in tests packages
 * are bundled before this plugin sees them, and src/ names the style sheets; the build ignores these imports, and fails
 * when one is missing there.
 */
export function mantineStyles(): Plugin {
  let root = '';
  const named = new Set<string>();
  return {
    name: 'cairn-mantine-styles',
    apply: 'build',
    enforce: 'pre',
    configResolved(config) {
      root = config.root;
    },
    resolveId(source, importer) {
      const name = STYLES.exec(source)?.[1];
      if (name === undefined || importer === undefined) return undefined;
      if (!relative(root, importer).startsWith('src/')) return undefined;
      named.add(name);
      return NONE;
    },
    load: (id) => (id === NONE ? { code: '', moduleSideEffects: false } : undefined),
    transform(code, id) {
      const name = CLASSES.exec(id)?.[1];
      if (name === undefined) return undefined;
      return { code: `${code}\nimport '@mantine/core/styles/${name}.layer.css';\n`, map: null };
    },
    generateBundle(_options, bundle) {
      const ids = Object.values(bundle).flatMap((output) =>
        output.type === 'chunk' ? output.moduleIds : [],
      );
      const missing = ids
        .flatMap((id) => CLASSES.exec(id)?.[1] ?? [])
        .filter((name) => !named.has(name));
      if (missing.length > 0) {
        this.error(`src/ui/theme/mantine-styles.ts has no styles of ${missing.join(', ')}`);
      }
    },
  };
}
