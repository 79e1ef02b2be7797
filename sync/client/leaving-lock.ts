const LOCK = 'cairn-leaving';

/** While a tab finds out whether accounts may leave the device, no other one goes on with what it reads of that. */
export function whileLeaving<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks.request(LOCK, work);
}

/** The same for what can wait until the next start: undefined when somebody is at it. */
export function unlessLeaving<T>(work: () => Promise<T>): Promise<T | undefined> {
  return navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) =>
    lock === null ? undefined : await work(),
  );
}
