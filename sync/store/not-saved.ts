import { refuse, type Refusal } from '../../model/shared/errors.ts';

/** The browser's word for a full disk, also where Dexie has wrapped it. */
export function isFull(error: unknown): boolean {
  const inner: unknown = error instanceof Error ? Reflect.get(error, 'inner') : undefined;
  return [error, inner].some((one) => one instanceof Error && one.name === 'QuotaExceededError');
}

/** Why a write did not happen: no room, a browser that would not write, or a fault of this build. */
export type WriteFailure = 'full' | 'browser' | 'fault';

export function writeFailure(error: unknown): WriteFailure {
  if (isFull(error)) return 'full';
  return isOfBrowser(error) ? 'browser' : 'fault';
}

/**
 * What is said of a write that did not happen, nothing of it. A person can do something about a full disk and about a
 * browser that would not write, not about a fault.
 */
export function notSaved(error: unknown): Refusal {
  const why = writeFailure(error);
  if (why === 'full') {
    return refuse(
      'storage_full',
      'Not saved: this device has no room left. Nothing that was saved before is touched. Free some space and do it again.',
    );
  }
  return refuse(
    'internal',
    why === 'browser'
      ? 'Not saved: the browser refused to write to this device. Nothing that was saved before is touched. Copy what you typed, reload the page and do it again.'
      : 'Not saved: a fault in Cairn itself, not of yours. Nothing that was saved before is touched. Copy what you typed, reload the page and do it again; if it happens once more, tell whoever runs Cairn for you.',
  );
}

/** What a database of the browser throws when the machine, and not the caller, is at fault; Dexie's names and its own. */
const OF_BROWSER: ReadonlySet<string> = new Set([
  'AbortError',
  'DatabaseClosedError',
  'InvalidStateError',
  'MissingAPIError',
  'NotAllowedError',
  'NotFoundError',
  'NotReadableError',
  'OpenFailedError',
  'SecurityError',
  'TimeoutError',
  'UnknownError',
  'UpgradeError',
  'VersionChangeError',
  'VersionError',
]);

function isOfBrowser(error: unknown): boolean {
  return error instanceof Error && OF_BROWSER.has(error.name);
}
