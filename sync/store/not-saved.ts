import { refuse, type Refusal } from '../../model/shared/errors.ts';

/** The browser's word for a full disk, also where Dexie has wrapped it. */
export function isFull(error: unknown): boolean {
  const inner: unknown = error instanceof Error ? Reflect.get(error, 'inner') : undefined;
  return [error, inner].some((one) => one instanceof Error && one.name === 'QuotaExceededError');
}

/** What is said of a write that the device did not take: nothing of it happened. */
export function notSaved(error: unknown): Refusal {
  return isFull(error)
    ? refuse(
        'storage_full',
        'Not saved: this device has no room left. Nothing that was saved before is touched. Free some space and do it again.',
      )
    : refuse(
        'internal',
        'Not saved: the browser refused to write to this device. Nothing that was saved before is touched. Copy what you typed, reload the page and do it again.',
      );
}
