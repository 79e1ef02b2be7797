import { TOKEN, unsubscribe } from './push-here.ts';
import type { AccountCalls } from './account-calls.ts';
import { isSharedComputer } from './shared-computer.ts';

/** Local storage name of the person's choice to show message texts in pushes on this device. */
const SHOWS_TEXT = 'message_text';

/** `shared`: a shared computer, whose browser would store what it shows. */
export type PushState = 'unsupported' | 'shared' | 'off' | 'on' | 'denied';

/** Id of this browser's push registration; null without one. */
export function messageToken(): string | null {
  return localStorage.getItem(TOKEN);
}

export function pushShowsText(): boolean {
  return localStorage.getItem(SHOWS_TEXT) === '1';
}

export function pushState(): PushState {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return 'unsupported';
  if (isSharedComputer()) return 'shared';
  if (Notification.permission === 'denied') return 'denied';
  return Notification.permission === 'granted' && messageToken() !== null ? 'on' : 'off';
}

/**
 * Asks the person, subscribes and registers with the server. Rejects with CairnError; without a network with
 * `unavailable`.
 */
export async function turnPushOn(calls: AccountCalls, showsText: boolean): Promise<PushState> {
  const state = pushState();
  if (state === 'unsupported' || state === 'shared') return state;
  if ((await Notification.requestPermission()) !== 'granted') return pushState();
  const registration = await navigator.serviceWorker.ready;
  const key = bytesOf(await calls.pushKey());
  const known = await registration.pushManager.getSubscription();
  const subscription =
    known !== null && isOfKey(known, key) ? known : await renewed(registration, known, key);
  const { endpoint, keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  const input = { endpoint: endpoint ?? '', p256dh, auth, shows_text: showsText };
  localStorage.setItem(TOKEN, await calls.registerPush(input));
  localStorage.setItem(SHOWS_TEXT, showsText ? '1' : '0');
  return pushState();
}

/** Ends pushes to this browser, also when the server cannot be reached. */
export async function turnPushOff(calls: AccountCalls): Promise<PushState> {
  const token = messageToken();
  localStorage.removeItem(TOKEN);
  if (token !== null)
    await Promise.race([calls.forgetPush(token).catch(() => undefined), twoSeconds()]);
  await unsubscribe();
  return pushState();
}

/** Limit of the wait for the server, which sends no pushes for an ended session anyway. */
function twoSeconds(): Promise<void> {
  return new Promise((resolve) => {
    window.setTimeout(resolve, 2_000);
  });
}

/** A subscription is bound to the key it was made with: a server with another key cannot use it. */
async function renewed(
  registration: ServiceWorkerRegistration,
  known: PushSubscription | null,
  key: Uint8Array<ArrayBuffer>,
): Promise<PushSubscription> {
  await known?.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

function isOfKey({ options }: PushSubscription, key: Uint8Array): boolean {
  const registered = options.applicationServerKey;
  if (registered === null || registered.byteLength !== key.length) return false;
  return new Uint8Array(registered).every((byte, index) => byte === key[index]);
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (sign) => sign.codePointAt(0) ?? 0);
}
