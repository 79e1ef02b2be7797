import { refuse, type Refusal } from '../../model/shared/errors.ts';

/** True for the browser's error of a full disk, also when Dexie has wrapped it. */
export function isFull(error: unknown): boolean {
  const inner: unknown = error instanceof Error ? Reflect.get(error, 'inner') : undefined;
  return [error, inner].some((one) => one instanceof Error && one.name === 'QuotaExceededError');
}

/** Reason of a failed write: no space, a browser that does not write, or a fault of this build. */
export type WriteFailure = 'full' | 'browser' | 'fault';

export function writeFailure(error: unknown): WriteFailure {
  if (isFull(error)) return 'full';
  return isOfBrowser(error) ? 'browser' : 'fault';
}

/**
 * Refusal for a write of which nothing was stored. A person can act on a full disk and on a browser that does not
 * write, not on a fault.
 */
export function notSaved(error: unknown): Refusal {
  const why = writeFailure(error);
  if (why === 'full') {
    return refuse(
      'storage_full',
      /*i18n*/ 'Not saved: this device has no room left. Nothing that was saved before is touched. Free some space and do it again.',
    );
  }
  return refuse(
    'internal',
    why === 'browser'
      ? /*i18n*/ 'Not saved: the browser refused to write to this device. Nothing that was saved before is touched. Copy what you typed, reload the page and do it again.'
      : /*i18n*/ 'Not saved: a fault in Cairn itself, not of yours. Nothing that was saved before is touched. Copy what you typed, reload the page and do it again; if it happens once more, tell whoever runs Cairn for you.',
  );
}

/** Errors of the browser's database that the machine causes and not the caller; Dexie's names and the browser's own. */
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
