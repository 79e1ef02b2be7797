import type { Mutation } from '../../../model/mutations/define-mutation.ts';
import { MUTATIONS } from '../../../model/mutations/registry.ts';
import { EVERYBODY, rightTo } from '../../../model/permissions/rights.ts';
import { ERROR_CODES } from '../../../model/shared/errors.ts';
import { HEADERS } from '../../../model/protocol/version.ts';
import type { Route } from '../pipeline.ts';
import { ROWS } from './answer-rows.ts';
import { answerOf } from './answers.ts';
import { exampleBody, exampleOf } from './examples.ts';
import { fieldsIn, fieldsOf, type JsonSchema, jsonSchemaOf } from './json-schema.ts';
import { bodyOfMutations } from './mutation-bodies.ts';

/**
 * The description of the API in OpenAPI 3.1, generated from the routes and the schemas that they parse with. The paths
 * are generated when they are first read: that takes almost as long as the rest of a server's start.
 */
export function openApiDocument(routes: readonly Route[]): JsonSchema {
  let paths: Paths | undefined;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cairn',
      version: '1',
      description: [
        'Every call of one organisation carries `organization_accesskey_id`, its number, and a bearer from',
        '`api/user-login/` or a token from `api/token/create/` or `api/organization-token/create/`; calls about the own account need the bearer alone, and accept no token. Answers are `{status, message, data}`; refusals are `{status, code, message,',
        'request_id, details?}`. What is missing and what one may not see are refused alike, with 404.',
        'Writes take JSON or a multipart form; where a field is a file, the form may carry the file itself.',
      ].join(' '),
    },
    get paths() {
      paths ??= pathsOf(routes);
      return paths;
    },
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'Access token of a session: valid for a quarter of an hour.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'Token of a program (`api/token/create/`), valid in one organisation until its end, and in this header alone. It has the access `read` or `write`, and acts in the name of its person.',
        },
        organization_token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'Token of an organisation (`api/organization-token/create/`): the same, for a program that acts under its own name. Calls about what belongs to a person accept none.',
        },
      },
      schemas: { Refusal: REFUSAL, ...ROWS },
    },
  };
}

/** Operations by path and method. */
type Paths = Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;

function pathsOf(routes: readonly Route[]): Paths {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of routes) {
    const path = `/rest/${route.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return paths;
}

const REFUSAL = {
  type: 'object',
  properties: {
    status: { type: 'integer' },
    code: { enum: ERROR_CODES },
    message: { type: 'string' },
    request_id: { type: 'string' },
    details: { type: 'object' },
  },
  required: ['status', 'code', 'message', 'request_id'],
} as const;

/** Headings for the first part of a path. */
const TAGS: readonly (readonly [RegExp, string])[] = [
  [
    /^api\/(?:user-login|session|password|email-address|logout|user-organization-create|organization-invite|token|factor|passkey|own-proof|sso\/(?:start|callback|finish|logout)|member-sessions|sign-in-rules)/,
    'Signing in',
  ],
  [/^api\/sso\//, 'Single sign-on'],
  [/^api\/organization-token\//, 'Tokens of the organisation'],
  [/^api\/webhook\//, 'Webhooks'],
  [/^(?:api\/|organization-)erasure\//, 'People and organisations'],
  [/^(?:api\/mail-digest|mail)\//, 'Mails'],
  [/^(?:api\/)?calendar\//, 'Calendars'],
  [/^sync\//, 'Sync'],
  [/^files\//, 'Files'],
  [
    /^(?:task|task-detail|task-file|task-label|task-step|sign-off|task-template|sub-task|multiple-user|project-card|comment|flag|overwrite|receipt|saved-view)\//,
    'Board',
  ],
  [/^(?:note|note-tag|reminder|todo-task)\//, 'Notes and todo'],
  [
    /^(?:conversation|groups|message|notification|api\/(?:groups|group-messages|messages|notifications))\//,
    'Chat',
  ],
  [/^(?:workspace|project|project-member|team-member)\//, 'Workspaces and projects'],
  [
    /^(?:api|users|organization|organization-archive|own-data|organization-user|organization-user-level|user-role|role-category|role-level|team|activity|security-log)\//,
    'People and organisations',
  ],
];

/** Headers that make a write repeatable; a plain client sends none of them (WRITE-1). */
const WRITE_HEADERS = [
  {
    name: HEADERS.idempotencyKey,
    description: '`<client>:<number>`; the same key is applied once.',
  },
  { name: HEADERS.epoch, description: 'Epoch of the stream that the client knows.' },
  {
    name: HEADERS.ackThrough,
    description: 'The client has acknowledged every verdict up to this number.',
  },
  { name: HEADERS.schema, description: 'Schema number of the client.' },
  {
    name: HEADERS.ifMatch,
    description: 'Version that the long text was edited from; 412 when it has changed since.',
  },
] as const;

function operationOf(route: Route): JsonSchema {
  const mutations = MUTATIONS.filter(({ rest }) => isServedBy(route, rest));
  const body = mutations.length > 0 ? bodyOfMutations(mutations) : jsonSchemaOf(route.body);
  return {
    summary: route.summary,
    tags: [TAGS.find(([path]) => path.test(route.path))?.[1] ?? 'Other'],
    security: securityOf(route),
    ...whoMay(mutations),
    parameters: [
      ...pathParameters(route),
      ...tenantParameter(route),
      ...queryParameters(route),
      ...(mutations.length > 0 ? writeHeaders() : []),
    ],
    ...(route.method === 'GET' || isEmpty(body)
      ? {}
      : { requestBody: bodyContent(body, examplesOf(route, body, mutations)) }),
    responses: {
      [CREATED.has(route.path) ? '201' : '200']: {
        description: 'Done',
        content: answerOf(route, mutations),
      },
      '4XX': refusal('Refused: nothing has happened'),
      '5XX': refusal('Not now: the same call may succeed later'),
    },
  };
}

/** Callers that a call accepts, with the access that it needs of a token. */
function securityOf({ access, token, isPersonal = false }: Route): readonly JsonSchema[] {
  if (access === 'public') return [];
  return token === undefined
    ? [{ bearer: [] }]
    : [
        { bearer: [] },
        { token: [token] },
        ...(isPersonal ? [] : [{ organization_token: [token] }]),
      ];
}

/** A task for several people is created at a path of its own by the same mutation. */
function isServedBy(
  route: Route,
  rest: { readonly method: string; readonly path: string },
): boolean {
  const path = route.path === 'multiple-user/task/create/' ? 'task/create/' : route.path;
  return rest.method === route.method && rest.path === path;
}

/** The one call whose success is 201 in the specification. */
const CREATED: ReadonlySet<string> = new Set(['api/org-user-invite/']);

/** The table of rights for a call, as text for people. */
function whoMay(mutations: readonly Mutation[]): { readonly description?: string } {
  const lines = mutations.flatMap(({ name }) => {
    const right = rightTo(name);
    if (right === undefined) return [];
    const flag = right.flag === undefined ? 'no flag' : FLAG_FIELDS[right.flag];
    const who = right.who.length === EVERYBODY.length ? 'everybody' : right.who.join(', ');
    return [`- \`${name}\`: ${who}; needs ${flag}.`];
  });
  return lines.length === 0 ? {} : { description: ['Who may:', ...lines].join('\n') };
}

const FLAG_FIELDS = {
  post: '`post_access`',
  patch: '`patch_access`',
  delete: '`delete_access`',
  writing: '`post_access` or `patch_access`',
} as const;

/** One example of a body; for a call with several meanings, one for each. */
function examplesOf(
  { method, path }: Route,
  body: JsonSchema,
  mutations: readonly Mutation[],
): JsonSchema {
  const known = fieldsIn(body);
  const call = { method, path };
  if (mutations.length < 2) {
    return { example: exampleBody(call, Object.keys(known.properties), known) };
  }
  const entries = mutations.map(
    ({ name, rest }) => [name, { value: exampleBody(call, rest.bodyFields, known) }] as const,
  );
  return { examples: Object.fromEntries(entries) };
}

function pathParameters({ method, path }: Route): readonly JsonSchema[] {
  const schema = { type: 'string' };
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema,
    example: exampleOf(name, { method, path, schema }),
  }));
}

function tenantParameter({ access }: Route): readonly JsonSchema[] {
  return access !== 'public'
    ? [
        {
          name: 'organization_accesskey_id',
          in: 'query',
          required: access === 'tenant',
          description:
            access === 'tenant'
              ? 'Number of the organisation.'
              : "Number of an organisation of the caller's; this call works without it.",
          schema: { type: 'integer' },
          example: 1,
        },
      ]
    : [];
}

function queryParameters({ method, path, query }: Route): readonly JsonSchema[] {
  const { properties, required } = fieldsOf(query);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
    example: exampleOf(name, { method, path, schema }),
  }));
}

function writeHeaders(): readonly JsonSchema[] {
  return WRITE_HEADERS.map((header) => ({
    ...header,
    in: 'header',
    required: false,
    schema: { type: 'string' },
  }));
}

function bodyContent(schema: JsonSchema, examples: JsonSchema): JsonSchema {
  return {
    required: true,
    content: { 'application/json': { schema, ...examples }, 'multipart/form-data': { schema } },
  };
}

function isEmpty(schema: JsonSchema): boolean {
  const { properties } = schema;
  return (
    typeof properties === 'object' && properties !== null && Object.keys(properties).length === 0
  );
}

function refusal(description: string): JsonSchema {
  return {
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
  };
}
