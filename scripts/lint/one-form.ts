/**
 * `one-form`: forms are written in one way.
 *
 * - A field's requirement is a rule of `src/ui/forms/rules.ts`, so that every form checks and words it alike.
 * - The typed text of a form's field is in `useForm`, a draft or `useRename`, and not in a state of the component: such a
 *   state has no rules and no messages below its fields.
 * - A date is entered in `DateField` (decision 0058): the browser's own field writes dates in the browser's language, not in
 *   that of the page, and reads no words.
 */

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

interface Context {
  readonly filename: string;
  readonly report: (finding: { readonly node: Node; readonly message: string }) => void;
}

export function oneForm(context: Context): Readonly<Record<string, (node: Node) => void>> {
  if (/src[\\/]ui[\\/]forms[\\/]/.test(context.filename)) return {};
  const check = (node: Node, text: unknown) => {
    if (typeof text !== 'string' || !text.endsWith(' is required')) return;
    context.report({ node, message: 'Use `required` of src/ui/forms/rules.ts.' });
  };
  const setters: Node[] = [];
  const state = { hasForm: false };
  return {
    Literal: (node) => check(node, node['value']),
    TemplateElement: (node) => check(node, textOf(node['value'], 'raw')),
    JSXAttribute: (node) => {
      const isType = textOf(node['name'], 'name') === 'type';
      if (!isType || !NATIVE_DATES.has(textOf(node['value'], 'value'))) return;
      context.report({ node, message: 'Use `DateField` and `TimeField` of src/ui/forms.' });
    },
    JSXOpeningElement: (node) => {
      if (textOf(node['name'], 'name') === 'form') state.hasForm = true;
    },
    CallExpression: (node) => {
      const isSetter = /^set[A-Z]/.test(String(textOf(node['callee'], 'name')));
      if (isSetter && holdsTypedText(node['arguments'])) setters.push(node);
    },
    'Program:exit': () => {
      if (!state.hasForm) return;
      for (const node of setters) {
        context.report({
          node,
          message: 'The text of a form is in `useForm` or `useRename` of src/ui/forms.',
        });
      }
    },
  };
}

const NATIVE_DATES = new Set<unknown>(['date', 'datetime-local', 'month', 'time', 'week']);

/** True for `event.currentTarget.value` as the only argument. */
function holdsTypedText(args: unknown): boolean {
  const [first] = Array.isArray(args) ? args : [];
  const target = fieldOf(first, 'object');
  return (
    textOf(fieldOf(first, 'property'), 'name') === 'value' &&
    textOf(fieldOf(target, 'property'), 'name') === 'currentTarget'
  );
}

function textOf(value: unknown, field: string): unknown {
  const found = fieldOf(value, field);
  return typeof found === 'string' ? found : undefined;
}

function fieldOf(value: unknown, field: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([name]) => name === field)?.[1];
}
