/**
 * `one-change-feed`: Dexie's change event and live queries are used in one place each, so that screens and services read
 * reactively in one way: `sync/store/reactive/` and, for React, `src/data/client.tsx`.
 */

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

interface Context {
  readonly filename: string;
  readonly report: (finding: { readonly node: Node; readonly message: string }) => void;
}

const ALLOWED = /sync[\\/]store[\\/]reactive[\\/][^\\/]+\.ts$|src[\\/]data[\\/]client\.tsx$/;

const NAMES = new Set(['liveQuery', 'useLiveQuery', 'storagemutated', 'ObservabilitySet']);

export function oneChangeFeed(context: Context): Readonly<Record<string, (node: Node) => void>> {
  if (ALLOWED.test(context.filename)) return {};
  const check = (node: Node, name: unknown) => {
    if (typeof name !== 'string' || !NAMES.has(name)) return;
    const message = `${name} is used in sync/store/reactive/ and src/data/client.tsx only: use theirs.`;
    context.report({ node, message });
  };
  return {
    Identifier: (node) => check(node, node['name']),
    Literal: (node) => check(node, node['value']),
  };
}
