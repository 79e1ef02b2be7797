const LOCK = 'cairn-leaving';

/** ENG-2: a lock is waited for at most this long (milliseconds); then the work is done without it. */
const LOCK_WAIT = 20_000;

/**
 * While a tab finds out whether accounts may leave the device, no other one goes on with what it reads of that. A tab
 * that was stopped while it held the lock keeps nobody from signing out: the wait has an end (ENG-2).
 */
export async function whileDeleting<T>(work: () => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(LOCK_WAIT);
  let begun = false;
  try {
    return await navigator.locks.request(LOCK, { signal }, () => {
      begun = true;
      return work();
    });
  } catch (error) {
    if (begun || !signal.aborted) throw error;
    return work();
  }
}

/** The same for what can wait until the next start: undefined when somebody is at it. */
export function unlessDeleting<T>(work: () => Promise<T>): Promise<T | undefined> {
  return navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) =>
    lock === null ? undefined : await work(),
  );
}
