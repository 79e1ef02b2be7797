import type { SessionData } from '../../model/protocol/session.ts';
import type { Http } from '../browser/http.ts';
import type { DeviceDb, SignInMode } from '../store/device-db.ts';
import { hasUsedAccount } from '../store/used-accounts.ts';

/**
 * CLIENT-11.5: the browser may have deleted the page's own cookie with the data, or after some days. Then the loss is
 * known by what the server kept of this browser. Called before the session is stored, which makes the device known.
 */
export async function noteReported(
  { device, http }: { readonly device: Pick<DeviceDb, 'marks'>; readonly http: Pick<Http, 'call'> },
  { unsent_reported: unsent = 0, access_token: token }: SessionData,
  mode?: SignInMode,
): Promise<void> {
  if (unsent <= 0 || mode?.keyId !== undefined) return;
  if ((await device.marks.get('fresh')) === undefined || (await hasUsedAccount())) return;
  // The page's own number is the newer one, also when the person has read it already.
  if ((await device.marks.get('lost')) === undefined) {
    await device.marks.put({ id: 'lost', unsent });
  }
  // Not waited for: without it the server says the number again, which a device that is not new ignores.
  void http.call({ method: 'POST', path: 'api/session/unsent-seen/', body: {}, token });
}
