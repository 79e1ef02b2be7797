import type { Call, Http } from '../browser/http.ts';
import type { Session } from '../browser/session.ts';
import type { Failure, Reply } from '../core/ports/transport.ts';
import { currentAccount, type DeviceDb } from '../store/device-db.ts';
import type { AccountCall } from './types.ts';

interface Parts {
  readonly http: Http;
  readonly session: Session;
  readonly device: DeviceDb;
}

/**
 * Calls about the own account that only the server can answer, such as a change of password. Each is tried once; an
 * expired token is renewed first, only for the person whose account is open.
 */
export async function callForAccount(parts: Parts, call: AccountCall): Promise<Reply<unknown>> {
  const { http, session, device } = parts;
  const { path, method = 'POST', body = {} } = call;
  const plain: Call = method === 'GET' ? { method, path } : { method, path, body };
  if (call.isPublic === true) return http.call(plain);
  const record = await currentAccount(device);
  if (record === undefined) return { ok: false, failure: SIGNED_OUT };
  const send = async (): Promise<Reply<unknown>> => {
    const token = session.token(record.userId);
    if (token === undefined) return { ok: false, failure: SIGNED_OUT };
    const query = { organization_accesskey_id: record.orgId, ...call.query };
    return http.call({ ...plain, token, query });
  };
  const renew = async () => {
    const { rememberRenewal } = await import('../store/remember-session.ts');
    const renewed = await session.refresh();
    if (renewed.ok) await rememberRenewal(device, renewed.value);
    return renewed;
  };
  let answer = await send();
  // A page that has just been opened has no token yet.
  if (!answer.ok && answer.failure.kind === 'refused' && answer.failure.status === 401) {
    const renewed = await renew();
    if (!renewed.ok) return renewed;
    answer = await send();
  }
  // Also after "not found": the first of two identical requests may have done it.
  if (call.renews === true && (answer.ok || isMissing(answer.failure))) await renew();
  return answer;
}

function isMissing(failure: Failure): boolean {
  return failure.kind === 'refused' && failure.code === 'not_found';
}

const SIGNED_OUT = {
  kind: 'refused',
  status: 401,
  code: 'unauthenticated',
  message: /*i18n*/ 'Please sign in again',
  details: {},
} as const;
