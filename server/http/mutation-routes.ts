import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Mutation } from '../../model/mutations/define-mutation.ts';
import { HEADERS } from '../../model/protocol/version.ts';
import { CairnError, refuse } from '../../model/shared/errors.ts';
import type { ApplyCalls, SyncDeps } from '../apply/apply-calls.ts';
import type { Verdict } from '../writer/client-types.ts';
import { mutationPaths } from '../apply/rest-table.ts';
import { withFormFiles } from './form-files.ts';
import { type Answer, NOTHING, type Route, sessionRoute, tenantRoute } from './pipeline.ts';
import { presentWritten } from '../present/written.ts';
import { requireServedCaller, textHeader, versionHeader } from './sync-headers.ts';

/** Each mutation rejects the fields that it does not know. */
const anyFields = v.record(v.string(), v.unknown());

/** Every write of the specification, for devices (with the headers of WRITE-1) and plain clients (without). */
export function mutationRoutes(apply: ApplyCalls): readonly Route[] {
  return mutationPaths().map(({ method, path, mutations }) =>
    routeOf(mutations)({
      method,
      path,
      summary: mutations.map((mutation) => mutation.name).join(', '),
      query: NOTHING,
      body: anyFields,
      isPersonal: mutations.some(({ name }) => OF_PEOPLE.test(name)),
      files: mutations.flatMap((mutation) => mutation.rest.fileFields ?? []),
      handle: async (context) => {
        const { actor, params, request, services } = context;
        const { sync, seq } = syncDepsOf(request);
        const ifMatch = versionHeader(request, HEADERS.ifMatch);
        const filled = path.replace(':id', encodeURIComponent(params['id'] ?? ''));
        const { verdicts } = await withFormFiles(
          context,
          sync && `${sync.clientId}:${String(seq)}`,
          ({ body, putFiles }) =>
            apply({ actor, sync, calls: [{ seq, method, path: filled, body, putFiles, ifMatch }] }),
        );
        const verdict = requireAccepted(verdicts[0], context);
        const { ref, mutations: names = [], version, settled } = verdict;
        const headers = headersOf({ version, replayed: verdict.replayed });
        if (ref === undefined || settled === true) return { message: 'settled', headers };
        const written = await services.sharedSnapshot((store) =>
          presentWritten({ actor, store }, ref, names),
        );
        return { ...written, headers };
      },
    }),
  );
}

/**
 * Who belongs to the organisation, with which rights, is decided by people: a token that was stolen must not create
 * access that outlives it.
 */
const BY_PEOPLE = /^(?:invitation-|person-create$|person-set-|role-|organization-edit$)/;

/**
 * Conversations, personal rows and people's own names: a program has none, and nobody would know who speaks through
 * it. A person's token may make these calls.
 */
const OF_PEOPLE =
  /^(?:chat|conversation|group|message|note|note-tag|notification|overwrite|person|profile|project-mute|reminder|saved-view|snooze|task-mute|todo)-/;

function routeOf(mutations: readonly Mutation[]): typeof tenantRoute {
  return mutations.some(({ name }) => BY_PEOPLE.test(name)) ? sessionRoute : tenantRoute;
}

function requireAccepted(
  verdict: Verdict | undefined,
  { reply }: Parameters<Parameters<typeof tenantRoute>[0]['handle']>[0],
): Verdict {
  if (verdict === undefined) throw new Error('A call got no verdict');
  if (verdict.status === 200) return verdict;
  const { code = 'internal', message = '', details } = verdict;
  reply.headers(headersOf({ version: undefined, replayed: verdict.replayed }));
  throw new CairnError(refuse(code, message, details));
}

function headersOf({
  version,
  replayed,
}: Pick<Verdict, 'version' | 'replayed'>): NonNullable<Answer['headers']> {
  return {
    ...(version === undefined ? {} : { [HEADERS.version]: String(version) }),
    ...(replayed === true ? { [HEADERS.replayed]: 'true' } : {}),
  };
}

/** WRITE-1: the headers that make a call repeatable; a plain client sends none of them. */
function syncDepsOf(request: FastifyRequest): {
  readonly sync: SyncDeps | undefined;
  readonly seq: number;
} {
  requireServedCaller(request);
  const key = textHeader(request, HEADERS.idempotencyKey);
  if (key === undefined) return { sync: undefined, seq: 0 };
  const [, clientId, number] = /^([\w.-]{1,100}):([1-9][0-9]{0,14})$/.exec(key) ?? [];
  if (clientId === undefined || number === undefined) {
    throw new CairnError(refuse('invalid', 'Idempotency-Key is not <client>:<number>'));
  }
  const ackThrough = versionHeader(request, HEADERS.ackThrough) ?? 0;
  const epoch = textHeader(request, HEADERS.epoch);
  return { sync: { clientId, ackThrough, epoch }, seq: Number(number) };
}
