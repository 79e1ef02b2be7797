/**
 * `catalogued-texts`: every text that a person reads comes from the catalogues of src/i18n (decision 0057).
 *
 * - The first argument of `i18n.t` is a string literal, which the catalogues are extracted from, or a `Message`.
 * - `i18n.t` is called in a function: a text of the module level would keep the language of the moment of its import.
 * - Elements contain no text of their own, and neither do the attributes that a person reads or hears.
 */

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

interface Context {
  readonly report: (finding: { readonly node: Node; readonly message: string }) => void;
}

/** Expressions whose type is `Message`. */
const MESSAGES = new Set(['Identifier', 'MemberExpression', 'CallExpression']);

const ATTRIBUTES =
  /^(aria-(label|description|placeholder|roledescription|valuetext)|alt|data-tip|description|emptyText|error|label|nothingFoundMessage|placeholder|title)$/;

/** Names of products and of keys are the same in every language. */
const NAMES = new Set(['Cairn', 'Ctrl', 'Shift', 'Alt', 'Esc', 'Enter', 'Tab']);

export function cataloguedTexts(context: Context): Readonly<Record<string, (node: Node) => void>> {
  const complain = (node: Node, message: string) => {
    context.report({ node, message });
  };
  const checkText = (node: Node, text: unknown) => {
    const words = typeof text === 'string' ? text.replaceAll(/&\w+;/g, ' ').split(/\P{L}+/u) : [];
    if (words.every((word) => word.length < 2 || NAMES.has(word))) return;
    complain(node, `Use i18n.t for "${words.join(' ').trim()}".`);
  };
  return {
    CallExpression: (node) => {
      if (!isTranslation(node['callee'])) return;
      const [first] = Array.isArray(node['arguments']) ? node['arguments'] : [];
      if (fieldOf(first, 'type') !== 'Literal' && !isMessage(first)) {
        complain(node, 'The message is a string literal, which the catalogues are extracted from.');
      }
      if (!isInFunction(node)) {
        complain(node, 'Call i18n.t where the text is shown: here it keeps the first language.');
      }
    },
    JSXText: (node) => checkText(node, node['value']),
    JSXAttribute: (node) => {
      if (!ATTRIBUTES.test(String(fieldOf(node['name'], 'name')))) return;
      checkText(node, fieldOf(node['value'], 'value'));
    },
  };
}

function isTranslation(callee: unknown): boolean {
  return (
    fieldOf(fieldOf(callee, 'object'), 'name') === 'i18n' &&
    fieldOf(fieldOf(callee, 'property'), 'name') === 't'
  );
}

/** Literals of a condition are in no catalogue. */
function isMessage(node: unknown): boolean {
  switch (fieldOf(node, 'type')) {
    case 'ConditionalExpression':
      return isMessage(fieldOf(node, 'consequent')) && isMessage(fieldOf(node, 'alternate'));
    case 'LogicalExpression':
      return isMessage(fieldOf(node, 'left')) && isMessage(fieldOf(node, 'right'));
    default:
      return MESSAGES.has(String(fieldOf(node, 'type')));
  }
}

function isInFunction(node: Node): boolean {
  let up = node['parent'];
  while (up !== undefined && up !== null) {
    if (/Function/.test(String(fieldOf(up, 'type')))) return true;
    up = fieldOf(up, 'parent');
  }
  return false;
}

function fieldOf(value: unknown, field: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Reflect.get(value, field);
}
