/**
 * House rules that are not part of the linter.
 *
 * - `no-ambient-globals`: model/, sync/core/ and sync/engine/ take clock, random source, timers and network as parameters.
 * - `no-network`: src/ reads its data from sync/client and uses no network.
 * - `no-module-state`: no `let` or `var` at the top level of a module.
 * - `no-private-language`: names use the terms of docs/GLOSSARY.md (private-language.ts).
 * - `catalogued-texts`: texts come from the catalogues of src/i18n (catalogued-texts.ts).
 * - `one-change-feed`: Dexie's change events are used in one place (one-change-feed.ts).
 * - `one-form`: a field's requirement is a rule of src/ui/forms, and a date is entered in `DateField` (one-form.ts).
 * - `no-barrel`: no file only re-exports others, except `sync/client/index.ts`.
 */
import { cataloguedTexts } from './catalogued-texts.ts';
import { oneChangeFeed } from './one-change-feed.ts';
import { oneForm } from './one-form.ts';
import { noPrivateLanguage } from './private-language.ts';

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

interface Context {
  readonly filename: string;
  readonly report: (finding: { readonly node: Node; readonly message: string }) => void;
}

type Visitor = Readonly<Record<string, (node: Node) => void>>;

const GLOBALS = new Set([
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'EventSource',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'requestAnimationFrame',
  'crypto',
  'performance',
  'navigator',
  'window',
  'document',
  'self',
  'globalThis',
  'process',
  'localStorage',
  'indexedDB',
]);

const NETWORK = new Set([
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'WebSocketStream',
  'WebTransport',
  'EventSource',
  'RTCPeerConnection',
]);

/** Objects through which a global can be reached. */
const GLOBAL_OBJECTS = new Set(['window', 'globalThis', 'self']);

const MEMBERS = new Set(['Date.now', 'Math.random']);

const houseRules = {
  meta: { name: 'house' },
  rules: {
    'no-ambient-globals': { create: noAmbientGlobals },
    'no-network': { create: noNetwork },
    'no-module-state': { create: noModuleState },
    'no-barrel': { create: noBarrel },
    'no-private-language': { create: noPrivateLanguage },
    'catalogued-texts': { create: cataloguedTexts },
    'one-change-feed': { create: oneChangeFeed },
    'one-form': { create: oneForm },
  },
};

export default houseRules;

function noAmbientGlobals(context: Context): Visitor {
  const complain = (node: Node, what: string) => {
    context.report({ node, message: `${what} is a port here: take it as a parameter (ENG-1).` });
  };
  return {
    MemberExpression: (node) => {
      const path = `${nameOf(node['object'])}.${nameOf(node['property'])}`;
      if (MEMBERS.has(path)) complain(node, path);
    },
    NewExpression: (node) => {
      const args = node['arguments'];
      const empty = Array.isArray(args) && args.length === 0;
      if (nameOf(node['callee']) === 'Date' && empty) complain(node, 'new Date()');
      if (GLOBALS.has(nameOf(node['callee']))) complain(node, nameOf(node['callee']));
    },
    CallExpression: (node) => {
      if (nameOf(node['callee']) === 'Date') complain(node, 'Date()');
    },
    Identifier: (node) => {
      if (GLOBALS.has(nameOf(node)) && isReference(node)) complain(node, nameOf(node));
    },
  };
}

function noNetwork(context: Context): Visitor {
  const complain = (node: Node, what: string) => {
    context.report({ node, message: `${what}: src/ talks to no network, sync/client does.` });
  };
  return {
    MemberExpression: (node) => {
      const property = nodeOf(node['property']);
      const name = node['computed'] === true ? textOf(property) : nameOf(property);
      const isGlobal = GLOBAL_OBJECTS.has(nameOf(node['object'])) && NETWORK.has(name);
      if (isGlobal || name === 'sendBeacon') complain(node, name);
    },
    Identifier: (node) => {
      if (NETWORK.has(nameOf(node)) && isReference(node)) complain(node, nameOf(node));
    },
  };
}

function noModuleState(context: Context): Visitor {
  return {
    VariableDeclaration: (node) => {
      const parent = nodeOf(node['parent']);
      const exported = parent?.type === 'ExportNamedDeclaration';
      const top = parent?.type === 'Program' || exported;
      if (!top || node['kind'] === 'const' || node['declare'] === true) return;
      context.report({
        node,
        message: 'Module-level mutable state: put it into an object that is passed.',
      });
    },
  };
}

function noBarrel(context: Context): Visitor {
  if (/sync[\\/]client[\\/]index\.ts$/.test(context.filename)) return {};
  return {
    Program: (node) => {
      const body = Array.isArray(node['body']) ? node['body'].map(nodeOf) : [];
      const barrel = body.length > 0 && body.every((statement) => isPassingOn(statement));
      if (barrel)
        context.report({ node, message: 'A barrel: import from the file that defines it.' });
    },
  };
}

function isPassingOn(statement: Node | undefined): boolean {
  if (statement?.type === 'ExportAllDeclaration') return true;
  return statement?.type === 'ExportNamedDeclaration' && nodeOf(statement['source']) !== undefined;
}

/** True when the identifier reads a variable, and is not the name of a field, parameter or property. */
function isReference(node: Node): boolean {
  const parent = nodeOf(node['parent']);
  if (parent === undefined || parent.type.startsWith('TS')) return false;
  const isPart = (field: string) => parent[field] === node;
  switch (parent.type) {
    case 'MemberExpression':
      return (isPart('object') || parent['computed'] === true) && !isBound(node);
    case 'Property':
      return (
        isPart('value') && nodeOf(parent['parent'])?.type !== 'ObjectPattern' && !isBound(node)
      );
    case 'CallExpression':
    case 'NewExpression':
    case 'ArrowFunctionExpression':
      return !isBound(node);
    case 'VariableDeclarator':
    case 'AssignmentPattern':
      return (isPart('init') || isPart('right')) && !isBound(node);
    default:
      return false;
  }
}

/** A parameter or local of the same name (`crypto` passed as a port) is not the ambient one. */
function isBound(node: Node): boolean {
  const name = nameOf(node);
  let up = nodeOf(node['parent']);
  while (up !== undefined && up.type !== 'Program') {
    const params = up['params'];
    if (Array.isArray(params) && params.some((param) => binds(param, name))) return true;
    up = nodeOf(up['parent']);
  }
  return false;
}

/** `name` itself, or `{ name }` in an object pattern. */
function binds(param: unknown, name: string): boolean {
  if (nameOf(param) === name) return true;
  const properties = nodeOf(param)?.['properties'];
  return (
    Array.isArray(properties) &&
    properties.some((property) => nameOf(nodeOf(property)?.['value']) === name)
  );
}

function nodeOf(value: unknown): Node | undefined {
  return isNode(value) ? value : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** Text of a string literal. */
function textOf(value: unknown): string {
  const text = nodeOf(value)?.['value'];
  return typeof text === 'string' ? text : '';
}

function nameOf(value: unknown): string {
  const node = nodeOf(value);
  const name = node?.['name'];
  return typeof name === 'string' ? name : '';
}
