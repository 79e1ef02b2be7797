import * as v from 'valibot';
import { requestArchive, takeArchive } from '../archive/archives.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { callerOf } from './cookies.ts';
import { passwordOnlyForm } from './auth-forms.ts';
import { NOTHING, publicRoute, type Route, sessionRoute } from './pipeline.ts';

const request = sessionRoute({
  method: 'POST',
  path: 'organization-archive/request/',
  summary:
    'Request an archive of the whole organisation, for Level 1: the response has an address that works once, within five minutes',
  query: NOTHING,
  body: passwordOnlyForm,
  handle: async ({ services, request: call, actor, body: { password } }) => {
    if (services.openArchive === undefined) throw noExport();
    const secret = await requestArchive(services.auth, actor, {
      password,
      caller: callerOf(call),
    });
    return { data: { path: `/rest/organization-archive/${secret}` } };
  },
});

/** A browser downloads it without a bearer: the address is the secret. */
const download = publicRoute({
  method: 'GET',
  path: 'organization-archive/:id',
  summary: 'The archive of an organisation from an address that was requested (docs/ARCHIVE.md)',
  query: v.strictObject({}),
  body: NOTHING,
  raw: true,
  handle: async ({ services, request: call, params }) => {
    if (services.openArchive === undefined) throw noExport();
    const orgId = await takeArchive(services.auth, params['id'] ?? '', callerOf(call));
    const archive = services.openArchive(orgId);
    archive.on('error', (error) => services.log?.error({ err: error }, 'an export failed'));
    const day = new Date(services.clock.now()).toISOString().slice(0, 10);
    return {
      plain: archive,
      headers: {
        'content-type': 'application/gzip',
        'content-disposition': `attachment; filename="cairn-organisation-${day}.tar.gz"`,
        'referrer-policy': 'no-referrer',
      },
    };
  },
});

function noExport(): CairnError {
  return new CairnError({ code: 'unavailable', message: /*i18n*/ 'This server exports nothing' });
}

export const ARCHIVE_ROUTES: readonly Route[] = [request, download];
