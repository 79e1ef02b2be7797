import type { FastifyReply } from 'fastify';
import {
  type Begun,
  type OpenExport,
  requestArchive,
  requestOwnData,
  takeArchive,
  takeOwnData,
} from '../archive/archives.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { passwordOnlyForm } from './auth-forms.ts';
import { callerOf } from './cookies.ts';
import { onceClosed } from './once-closed.ts';
import {
  accountRoute,
  NOTHING,
  type PlainAnswer,
  type PublicContext,
  publicRoute,
  type Route,
  sessionRoute,
} from './pipeline.ts';
import type { Services } from './services.ts';

const requestOrganization = sessionRoute({
  method: 'POST',
  path: 'organization-archive/request/',
  summary:
    'Request an archive of the whole organisation, for Level 1: the response has an address that works once, within five minutes',
  query: NOTHING,
  body: passwordOnlyForm,
  handle: async ({ services, request, actor, body: { password } }) => {
    requireExport(services.openArchive);
    const asked = { password, caller: callerOf(request), running: services.exportsInFlight };
    const secret = await requestArchive(services.auth, actor, asked);
    return { data: { path: `/rest/organization-archive/${secret}` } };
  },
});

/** A browser downloads without a bearer: the address is the secret. */
const organization = publicRoute({
  method: 'GET',
  path: 'organization-archive/:id',
  summary: 'The archive of an organisation from an address that was requested (docs/ARCHIVE.md)',
  query: NOTHING,
  body: NOTHING,
  raw: true,
  handle: async ({ services, request, reply, params }) => {
    const open = requireExport(services.openArchive);
    const begun = await takeArchive(services.auth, takenBy({ services, request, params }));
    return download(services, open, { ...begun, reply, name: 'cairn-organisation' });
  },
});

const requestOwn = accountRoute({
  method: 'POST',
  path: 'api/own-data/request/',
  summary:
    'Request everything about the caller as a file: the response has an address that works once, within five minutes',
  query: NOTHING,
  body: passwordOnlyForm,
  handle: async ({ services, request, identity, body: { password } }) => {
    requireExport(services.openOwnData);
    const asked = { password, caller: callerOf(request), running: services.exportsInFlight };
    const secret = await requestOwnData(services.auth, identity, asked);
    return { data: { path: `/rest/own-data/${secret}` } };
  },
});

const own = publicRoute({
  method: 'GET',
  path: 'own-data/:id',
  summary: 'Everything about a person, from an address that they requested',
  query: NOTHING,
  body: NOTHING,
  raw: true,
  handle: async ({ services, request, reply, params }) => {
    const open = requireExport(services.openOwnData);
    const begun = await takeOwnData(services.auth, takenBy({ services, request, params }));
    return download(services, open, { ...begun, reply, name: 'cairn-my-data' });
  },
});

type Requested = Pick<PublicContext<unknown, unknown>, 'services' | 'request' | 'params'>;

function takenBy({ services, request, params }: Requested) {
  return {
    secret: params['id'] ?? '',
    caller: callerOf(request),
    running: services.exportsInFlight,
  };
}

/** A reader who takes nothing for so long (milliseconds) is gone: the export would keep its process and its room. */
const STALLED_MS = 15 * 60_000;

function download(
  { log, clock }: Services,
  open: OpenExport,
  { subject, end, reply, name }: Begun & { readonly reply: FastifyReply; readonly name: string },
): PlainAnswer {
  onceClosed(reply, end);
  reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy());
  const stream = open(subject);
  stream.on('error', (error) => log?.error({ err: error }, 'an export failed'));
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  return {
    plain: stream,
    headers: {
      'content-type': 'application/gzip',
      'content-disposition': `attachment; filename="${name}-${day}.tar.gz"`,
      'referrer-policy': 'no-referrer',
    },
  };
}

function requireExport(open: OpenExport | undefined): OpenExport {
  if (open !== undefined) return open;
  throw new CairnError({ code: 'unavailable', message: /*i18n*/ 'This server exports nothing' });
}

export const ARCHIVE_ROUTES: readonly Route[] = [
  requestOrganization,
  organization,
  requestOwn,
  own,
];
