import * as v from 'valibot';
import { CairnError } from '../../../model/shared/errors.ts';
import { uuidSchema } from '../../../model/shared/ids.ts';
import { isApiToken, type TokenIdentity } from '../../auth/api-token-rows.ts';
import { encryptsDevices } from '../../auth/offline-limit.ts';
import { isSharedSession, personOfCookie } from '../../auth/sessions.ts';
import { missing } from '../../files/upload.ts';
import { noOrganization } from '../../shared/no-organization.ts';
import { sessionCookieOf } from '../cookies.ts';
import {
  NOTHING,
  type PublicContext,
  publicRoute,
  type Route,
  splitQuery,
  tenantRoute,
} from '../pipeline.ts';
import { presentFile } from '../../present/files.ts';

/**
 * The bytes of files: uploaded in parts by the device that has them, served to everybody who may read their scope
 * (FILE-2).
 */
export const FILE_ROUTES: readonly Route[] = [
  tenantRoute({
    method: 'GET',
    path: 'files/:id/parts/',
    summary: 'Which parts of an upload are here',
    query: NOTHING,
    body: NOTHING,
    handle: async ({ services, actor, params }) => ({
      data: await services.files.state(actor, fileId(params)),
    }),
  }),
  tenantRoute({
    method: 'PUT',
    path: 'files/:id/parts/:n',
    summary: 'One part of an upload, 1 MiB but the last; the same part once more is success',
    query: NOTHING,
    body: NOTHING,
    handle: async ({ services, actor, params, request }) => {
      const n = Number(params['n']);
      if (!/^\d{1,6}$/.test(params['n'] ?? '') || !Buffer.isBuffer(request.body)) {
        throw new CairnError({
          code: 'invalid',
          message: 'A part is sent as application/octet-stream under its number',
        });
      }
      return {
        data: await services.files.putPart(actor, fileId(params), { n, bytes: request.body }),
      };
    },
  }),
  tenantRoute({
    method: 'POST',
    path: 'files/:id/complete/',
    summary: 'All parts are here: the digest is compared and the file becomes visible to others',
    query: NOTHING,
    body: NOTHING,
    handle: async ({ services, actor, params }) => ({
      data: presentFile(await services.files.complete(actor, fileId(params))),
    }),
  }),
  publicRoute({
    method: 'GET',
    path: 'files/:id',
    summary:
      'The file itself, for a bearer or the session of a browser; ranges; `size=small` of an image; of the organisation that is named, else of the one that had a file of this id first',
    query: v.strictObject({ size: v.optional(v.picklist(['small'])) }),
    body: NOTHING,
    raw: true,
    handle: async (context) => {
      const { services, params, query, request, reply } = context;
      const { userId, shared, orgId } = await readerOf(context);
      const isKept = !shared && !(await encryptsDevices(services.database.db, userId));
      const { status, headers, body } = await services.files.serve({
        userId,
        orgId,
        id: fileId(params),
        variant: query.size ?? 'full',
        range: request.headers.range,
        ifNoneMatch: request.headers['if-none-match'],
        ifRange: request.headers['if-range']?.toString(),
      });
      reply.status(status);
      const allowed = isKept ? headers : { ...headers, 'cache-control': 'no-store' };
      return { plain: body ?? '', headers: allowed };
    },
  }),
];

interface FileReader {
  readonly userId: string;
  /** True on a shared computer, where the browser caches nothing. */
  readonly shared: boolean;
  /** The organisation of the file; undefined: whichever the person may read it in. */
  readonly orgId: string | undefined;
}

/** The bearer if there is one, otherwise the browser's own session: `<img>` and `<a>` cannot send a header. */
async function readerOf({
  services,
  request,
}: Pick<PublicContext<unknown, unknown>, 'services' | 'request'>): Promise<FileReader> {
  const { db } = services.database;
  const { authorization } = request.headers;
  const [scheme, token = ''] = (authorization ?? '').split(' ');
  const { orgId } = splitQuery(request.query);
  const cookie = sessionCookieOf(request);
  if (scheme?.toLowerCase() === 'bearer') {
    if (isApiToken(token))
      return readerOfToken(await services.auth.authenticateToken(token), orgId);
    const identity = await services.auth.authenticate(token);
    if (identity !== undefined) {
      const { userId, sessionId } = identity;
      return { userId, orgId, shared: await isSharedSession(db, sessionId) };
    }
  } else if (cookie !== undefined) {
    const reader = await personOfCookie(db, cookie, services.clock.now());
    if (reader !== undefined) return { ...reader, orgId };
  }
  throw signedOut();
}

/** A token reads the files of its organisation, whichever the address names. */
function readerOfToken(caller: TokenIdentity | undefined, named: string | undefined): FileReader {
  if (caller === undefined) throw signedOut();
  const { userId, orgId } = caller;
  if (named !== undefined && named !== orgId) throw noOrganization();
  return { userId, orgId, shared: false };
}

function signedOut(): CairnError {
  return new CairnError({ code: 'unauthenticated', message: /*i18n*/ 'Please sign in again' });
}

function fileId(params: Readonly<Record<string, string>>): string {
  const id = params['id'];
  if (!v.is(uuidSchema, id)) throw missing();
  return id;
}
