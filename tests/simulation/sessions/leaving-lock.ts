/** Lock of sync/client/deletion-lock.ts, and its longest wait in milliseconds. */
export const LEAVING = 'cairn-leaving';
export const LOCK_WAIT = 20_000;
