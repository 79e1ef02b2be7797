export const DELETING = 'cairn-leaving';

/** ENG-2: longest wait for a lock in milliseconds; after it the work runs without the lock. */
export const LOCK_WAIT = 20_000;

/**
 * Serialises tabs that decide whether accounts may leave the device, because each decision depends on what the tab has
 * read. A frozen tab that holds the lock does not block a sign-out: the wait is limited (ENG-2).
 */
export async function whileDeleting<T>(work: () => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(LOCK_WAIT);
  let begun = false;
  try {
    return await navigator.locks.request(DELETING, { signal }, () => {
      begun = true;
      return work();
    });
  } catch (error) {
    if (begun || !signal.aborted) throw error;
    return work();
  }
}

/** The same for work that nobody waits for: it runs when no other tab holds the lock, however long that takes. */
export function afterDeleting<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks.request(DELETING, work);
}
