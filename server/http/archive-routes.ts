import {
  type OpenExport,
  requestArchive,
  requestOwnData,
  takeArchive,
  takeOwnData,
} from '../archive/archives.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { passwordOnlyForm } from './auth-forms.ts';
import { callerOf } from './cookies.ts';
import {
  accountRoute,
  NOTHING,
  type PlainAnswer,
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
    const caller = callerOf(request);
    const secret = await requestArchive(services.auth, actor, { password, caller });
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
  handle: async ({ services, request, params }) => {
    const open = requireExport(services.openArchive);
    const orgId = await takeArchive(services.auth, secretOf(params), callerOf(request));
    return download(services, open, { subject: orgId, name: 'cairn-organisation' });
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
    const caller = callerOf(request);
    const secret = await requestOwnData(services.auth, identity, { password, caller });
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
  handle: async ({ services, request, params }) => {
    const open = requireExport(services.openOwnData);
    const userId = await takeOwnData(services.auth, secretOf(params), callerOf(request));
    return download(services, open, { subject: userId, name: 'cairn-my-data' });
  },
});

function secretOf(params: Readonly<Record<string, string>>): string {
  return params['id'] ?? '';
}

function download(
  { log, clock }: Services,
  open: OpenExport,
  { subject, name }: { readonly subject: string; readonly name: string },
): PlainAnswer {
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
