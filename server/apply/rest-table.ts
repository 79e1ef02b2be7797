import type { Mutation } from '../../model/mutations/define-mutation.ts';
import { MUTATIONS } from '../../model/mutations/registry.ts';
import { CairnError } from '../../model/shared/errors.ts';

/** The mutations that a REST call may mean, and the fields that any of them reads. */
export interface RestTarget {
  readonly mutations: readonly Mutation[];
  readonly params: Readonly<Record<string, string>>;
}

type Method = Mutation['rest']['method'];

/** Other names of the specification for the same call: the two kinds of tasks are one mutation. */
const ALIASES: Readonly<Record<string, string>> = {
  'multiple-user/task/create/': 'task/create/',
};

/** Every path of mutations, with its methods, for the router and the API description. */
export function mutationPaths(): readonly {
  readonly method: Method;
  readonly path: string;
  readonly mutations: readonly Mutation[];
}[] {
  const own = [...byPath()].map(([key, mutations]) => {
    const [{ rest }] = mutations;
    return { key, method: rest.method, path: rest.path, mutations };
  });
  const others = Object.entries(ALIASES).flatMap(([alias, path]) =>
    own.filter((entry) => entry.path === path).map((entry) => ({ ...entry, path: alias })),
  );
  return [...own, ...others].map(({ method, path, mutations }) => ({ method, path, mutations }));
}

/** Finds the mutations of a call behind `/rest/`; undefined for an unknown path. */
export function createRestTable(): (method: Method, path: string) => RestTarget | undefined {
  const table = byPath();
  return (method, path): RestTarget | undefined => {
    const clean = path.endsWith('/') ? path : `${path}/`;
    const exact = table.get(`${method} ${ALIASES[clean] ?? clean}`);
    if (exact !== undefined) return { mutations: exact, params: {} };
    const parts = clean.split('/');
    // The id is the last part, or the one before the last word.
    for (const at of [parts.length - 2, parts.length - 3]) {
      const found = table.get(`${method} ${parts.with(Math.max(at, 0), ':id').join('/')}`);
      if (found !== undefined)
        return { mutations: found, params: { id: decoded(parts[at] ?? '') } };
    }
    return undefined;
  };
}

function byPath(): ReadonlyMap<string, readonly [Mutation, ...Mutation[]]> {
  const table = new Map<string, readonly [Mutation, ...Mutation[]]>();
  for (const mutation of MUTATIONS) {
    const key = `${mutation.rest.method} ${mutation.rest.path}`;
    const others = table.get(key);
    table.set(key, others === undefined ? [mutation] : [...others, mutation]);
  }
  return table;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    throw new CairnError(
      { code: 'invalid', message: /*i18n*/ 'The address cannot be read' },
      { cause: error },
    );
  }
}
