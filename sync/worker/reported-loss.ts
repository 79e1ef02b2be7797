import type { SessionData } from '../../model/protocol/session.ts';
import type { Http } from '../browser/http.ts';
import type { DeviceDb } from '../store/device-db.ts';
import type { SignInMode } from '../store/remember-session.ts';
import { isLastingKey } from '../store/sealed-name.ts';
import { hasUsedAccount } from '../store/used-accounts.ts';

/**
 * CLIENT-11.5: the browser may have deleted the page's own cookie with the data, or after some days. The loss is then
 * known from the number that the server stored for this browser. Called before the session is stored, because that
 * makes the device known.
 */
export async function noteReported(
  { device, http }: { readonly device: Pick<DeviceDb, 'marks'>; readonly http: Pick<Http, 'call'> },
  { unsent_reported: unsent = 0, access_token: token }: SessionData,
  mode?: SignInMode,
): Promise<void> {
  const keyId = mode?.keyId;
  if (unsent <= 0 || (keyId !== undefined && !isLastingKey(keyId))) return;
  if ((await device.marks.get('fresh')) === undefined || (await hasUsedAccount())) return;
  // The page's own number is newer, also when the person has read it already.
  if ((await device.marks.get('lost')) === undefined) {
    await device.marks.put({ id: 'lost', unsent });
  }
  // Not awaited: if it fails, the server sends the number again, which a device that is not new ignores.
  void http.call({ method: 'POST', path: 'api/session/unsent-seen/', body: {}, token });
}
