/**
 * `no-private-language`: names of declarations and files use the terms of docs/GLOSSARY.md. The rule refuses the words
 * of its third column that have no other meaning in this code; reviewers check the others.
 */

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

interface Context {
  readonly filename: string;
  readonly report: (finding: { readonly node: Node; readonly message: string }) => void;
}

/** Folders without the names of the handshake that the wire and the disk keep, and without older names. */
const CONVERTED = /(^|[\\/])(server|sw|(?<!tests[\\/])src|sync[\\/](browser|client|worker))[\\/]/;

/** Folders of the product; tests and benchmarks still contain older names. */
const PRODUCT = /^(?!(.*[\\/])?tests[\\/])(.*[\\/])?(model|src|sync|server|sw)[\\/]/;

/** Both, with the tests of the converted folders. */
const PRODUCT_OR_CONVERTED = new RegExp(`${PRODUCT.source}|${CONVERTED.source}`);

/** Words inside a name, the term to use, and the files in which they are refused; all files when missing. */
const TERMS: readonly (readonly [word: RegExp, term: string, files?: RegExp])[] = [
  [/^landings?$/, 'apply'],
  [/^land(s|ed)?$/, 'apply', PRODUCT],
  [/^(re)?fold(s|ing|ed)?$/, 'rebase'],
  [/^tell(s|ing)?$/, 'notify, publish'],
  [/^hears?$/, 'receive, acknowledge'],
  [/^(heard|told)$/, 'received, acknowledged, notified', CONVERTED],
  [/^wish(es|ed)?$/, 'request, options', PRODUCT_OR_CONVERTED],
  [/^patience$/, 'timeout, delay', PRODUCT_OR_CONVERTED],
  [/^look(ed|ing)$/, 'read, checked', PRODUCT],
  [/^(goes|stands|stood)$/, 'a technical verb', PRODUCT],
  [/^(hurry|hurries)$/, 'retry', PRODUCT],
  [/^(shelf|shelves)$/, 'table, list', PRODUCT],
  [/^trays?$/, 'rejected'],
  [/^barred$/, 'blocked by a proxy'],
  [/^doubtful$/, 'last request timed out'],
  [/^walls?$/, 'guard'],
  [/^worlds?$/, 'deps'],
  [/^facts$/, 'loader, context'],
  [/^dice$/, 'random'],
  [/^lanes?$/, 'column, upload queue'],
  [/^stor(y|ies)$/, 'scenario'],
  [/^happenings?$/, 'event'],
];

/** Last word of a file's name, or of a name with other words before it: texts that the program shows. */
const TEXTS = /^words$/;

/** Names on the wire or on the disk (docs/decisions/0050-wire-names.md). */
const PERSISTED = new Set(['isBarred', 'lane', 'told_at']);

/** Words of a text itself, as a search reads them. */
const WORDS_OF_TEXTS = new Set(['wordsIn', 'wordsOf', 'wordsOrNumber', 'words']);

const DECLARED: Readonly<Record<string, string>> = {
  VariableDeclarator: 'id',
  FunctionDeclaration: 'id',
  ClassDeclaration: 'id',
  TSInterfaceDeclaration: 'id',
  TSTypeAliasDeclaration: 'id',
  TSPropertySignature: 'key',
  TSMethodSignature: 'key',
  PropertyDefinition: 'key',
  MethodDefinition: 'key',
};

export function noPrivateLanguage(
  context: Context,
): Readonly<Record<string, (node: Node) => void>> {
  return {
    Program: (node) => {
      const [name = ''] = /[^/\\]*$/.exec(context.filename) ?? [];
      const words = (name.split('.')[0] ?? '').split('-');
      const term =
        termFor(words, context) ?? (TEXTS.test(words.at(-1) ?? '') && 'labels, messages, format');
      if (term) context.report({ node, message: `Name of the file: use "${term}" (GLOSSARY).` });
    },
    Identifier: (node) => {
      const { name } = node;
      if (typeof name !== 'string' || PERSISTED.has(name) || !isDeclared(node)) return;
      const term = termOf(name, context);
      if (term !== undefined)
        context.report({ node, message: `${name}: use "${term}" (GLOSSARY).` });
    },
  };
}

function termOf(name: string, context: Context): string | undefined {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ _]/);
  const isText = words.length > 1 && TEXTS.test(words.at(-1) ?? '') && !WORDS_OF_TEXTS.has(name);
  return termFor(words, context) ?? (isText ? 'labels, messages, format' : undefined);
}

function termFor(words: readonly string[], { filename }: Context): string | undefined {
  const refused = TERMS.find(
    ([word, , files]) =>
      (files === undefined || files.test(filename)) && words.some((one) => word.test(one)),
  );
  return refused?.[1];
}

/** True where the identifier introduces a name: a declaration, a parameter, or a member of a type. */
function isDeclared(node: Node): boolean {
  const parent = nodeOf(node['parent']);
  if (parent === undefined) return false;
  const field = DECLARED[parent.type];
  if (field !== undefined && parent[field] === node) return true;
  const params = parent['params'];
  if (Array.isArray(params) && params.includes(node)) return true;
  if (parent.type === 'Property')
    return parent['value'] === node && nodeOf(parent['parent'])?.type === 'ObjectPattern';
  return parent.type === 'ArrayPattern';
}

function nodeOf(value: unknown): Node | undefined {
  return isNode(value) ? value : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
