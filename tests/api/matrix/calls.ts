import { MUTATIONS } from '../../../model/mutations/registry.ts';
import { mutationPaths } from '../../../server/apply/rest-table.ts';
import type { App } from '../../../server/app.ts';

/** One call of the server: its parameters besides the organisation, by name. */
export interface CallShape {
  readonly method: string;
  /** Path after the root, with `:name` for parameters. */
  readonly path: string;
  readonly mutation: string | undefined;
  readonly query: readonly string[];
  readonly body: readonly string[];
  readonly params: readonly string[];
}

interface Described {
  readonly query: readonly string[];
  readonly body: readonly string[];
}

/** Addresses without data: the page that explains the API, and its parts. */
const OPEN = /^\/(?:rest\/(?:docs|openapi\.json)|healthz|metrics)/;

/**
 * Every call as the server registers it, so that a new call is tried automatically: a write once
 * for each mutation that it can mean, with the fields that this mutation reads.
 */
export async function everyCall(app: App): Promise<readonly CallShape[]> {
  const described = await readDescription(app);
  const writes = mutationPaths().flatMap(({ method, path, mutations }) =>
    mutations.map((mutation) =>
      shapeOf(
        { method, path: `/rest/${path}` },
        { query: [], body: mutation.rest.bodyFields },
        mutation.name,
      ),
    ),
  );
  const others = app.routes
    .filter(({ method, url, socket }) => !socket && !OPEN.test(url) && method !== 'HEAD')
    .filter(({ method, url }) => url.startsWith('/rest/') && !isWrite(method, url))
    .map(({ method, url }) =>
      shapeOf(
        { method, path: url },
        described.get(`${method} ${url}`) ?? { query: [], body: [] },
        undefined,
      ),
    );
  return [...others, ...writes];
}

/** Addresses of sockets; an address of several kinds of conversation counts once for each. */
export function everySocket(app: App): readonly string[] {
  return app.routes
    .filter(({ socket, method }) => socket && method !== 'HEAD')
    .flatMap(({ url }) => ['user', 'group'].map((kind) => url.replace(':kind', kind)))
    .filter((url, index, all) => all.indexOf(url) === index);
}

function isWrite(method: string, url: string): boolean {
  return mutationPaths().some((one) => one.method === method && `/rest/${one.path}` === url);
}

function shapeOf(
  { method, path }: Pick<CallShape, 'method' | 'path'>,
  { query, body }: Described,
  mutation: string | undefined,
): CallShape {
  const params = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return { method, path, mutation, query, body, params };
}

async function readDescription(app: App): Promise<ReadonlyMap<string, Described>> {
  const { paths } = (await app.fastify.inject('/rest/openapi.json')).json();
  const found = new Map<string, Described>();
  for (const [path, operations] of Object.entries<Record<string, OpenApiOperation>>(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const body = operation.requestBody?.content['application/json']?.schema.properties ?? {};
      const query = operation.parameters
        .filter((one) => one.in === 'query' && one.name !== 'organization_accesskey_id')
        .map(({ name }) => name);
      const url = path.replaceAll(/\{(\w+)\}/g, ':$1');
      found.set(`${method.toUpperCase()} ${url}`, { query, body: Object.keys(body) });
    }
  }
  return found;
}

interface OpenApiOperation {
  readonly parameters: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<
        string,
        { readonly schema: { readonly properties?: Readonly<Record<string, unknown>> } }
      >
    >;
  };
}

/** Names of every mutation, for tests that must cover all. */
export function mutationNames(): readonly string[] {
  return MUTATIONS.map(({ name }) => name);
}
