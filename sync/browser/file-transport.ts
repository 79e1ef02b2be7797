import { uploadAnswerSchema } from '../../model/protocol/upload.ts';
import { parseAt } from '../../model/shared/parse.ts';
import type { FileTransport } from '../core/ports/files.ts';
import { type Call, type Http, parsed } from './http.ts';
import type { Session } from './session.ts';

export interface FileTransportOptions {
  readonly http: Http;
  readonly session: Pick<Session, 'token'>;
  readonly orgId: string;
}

/** Milliseconds for the response, because encoding an image is slow. A part has additional time by its size. */
const RESPONSE_TIMEOUT = 180_000;

/** Upload calls over HTTP. */
export function httpFiles({ http, session, orgId }: FileTransportOptions): FileTransport {
  const send = async (call: Call) => {
    const token = session.token();
    if (token === undefined) return { ok: false, failure: NO_TOKEN } as const;
    return http.call({ ...call, token, query: { organization_accesskey_id: orgId } });
  };
  return {
    parts: async (id) => {
      const reply = await send({ method: 'GET', path: `files/${id}/parts/` });
      return parsed(reply, (value) => {
        const { data } = parseAt(uploadAnswerSchema, value);
        return { parts: data.parts, stored: data.state === 'stored' };
      });
    },
    putPart: async (id, n, bytes) => {
      const path = `files/${id}/parts/${String(n)}`;
      return parsed(await send({ method: 'PUT', path, bytes }), () => undefined);
    },
    complete: async (id) => {
      const path = `files/${id}/complete/`;
      const call = { method: 'POST', path, body: {}, timeout: RESPONSE_TIMEOUT } as const;
      return parsed(await send(call), () => undefined);
    },
  };
}

/** Returned before a sign-in in this tab: the cookie may allow a renewal. */
const NO_TOKEN = {
  kind: 'refused',
  status: 401,
  code: 'unauthenticated',
  message: '',
  details: {},
} as const;
