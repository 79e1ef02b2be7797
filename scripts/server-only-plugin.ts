import { parseAst, type ESTree, type Plugin } from 'vite';

/** Properties of a mutation that only the server reads. Its file has all of it: one mutation, one file. */
const SERVER_ONLY: ReadonlySet<string> = new Set([
  'fromRest',
  'bodyFields',
  'modifierFields',
  'fileFields',
]);

/** Its second argument reads the fields of a request (`model/mutations/edit.ts`). */
const EDIT_ROUTE = 'editRoute';

/** Matches an access, not the name in a text. */
const ACCESS = new RegExp(`[.{,](?:${[...SERVER_ONLY].join('|')})\\b`);

/**
 * Removes from the browser's build what only the server calls: how a mutation reads a plain client's request. The
 * functions and imports that nothing else uses are then removed by the bundler. The build fails if code of the browser
 * reads such a property.
 */
export function serverOnly(): Plugin {
  return {
    name: 'cairn-server-only',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/model\/mutations\/[^?]*\.ts$/ },
      handler(code) {
        const ranges = serverParts(parseAst(code, { lang: 'ts' }));
        if (ranges.length === 0) return undefined;
        return { code: without(ranges, code), map: null };
      },
    },
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        const access = chunk.type === 'chunk' ? ACCESS.exec(chunk.code)?.[0] : undefined;
        if (access !== undefined) {
          this.error(`${chunk.fileName} uses ${access}, which is on the server only`);
        }
      }
    },
  };
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Positions of these properties of object literals and of these arguments, in the order of the text. */
function serverParts(root: ESTree.Program): readonly Range[] {
  const found: Range[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (!isNode(node)) return;
    if (node.type === 'CallExpression' && node.callee.type === 'Identifier') {
      const [, readers] = node.callee.name === EDIT_ROUTE ? node.arguments : [];
      if (readers !== undefined) found.push(readers);
    }
    if (node.type === 'ObjectExpression') {
      for (const property of node.properties) {
        if (property.type === 'Property' && property.key.type === 'Identifier') {
          if (SERVER_ONLY.has(property.key.name)) found.push(property);
        }
      }
    }
    Object.values(node).forEach(visit);
  };
  visit(root);
  return found.toSorted((left, right) => left.start - right.start);
}

function isNode(value: unknown): value is ESTree.Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** Each part is removed with the comma behind it. */
function without(ranges: readonly Range[], code: string): string {
  let rest = '';
  let from = 0;
  for (const { start, end } of ranges) {
    rest += code.slice(from, start);
    from = end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0);
  }
  return rest + code.slice(from);
}
