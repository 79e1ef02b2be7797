/**
 * `one-form`: a field's requirement is a rule of `src/ui/forms/rules.ts`, so that every form checks and words it in the
 * same way, and no screen has its own message and comparison.
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
  return {
    Literal: (node) => check(node, node['value']),
    TemplateElement: (node) => check(node, rawOf(node['value'])),
  };
}

function rawOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'raw' in value ? value.raw : undefined;
}
