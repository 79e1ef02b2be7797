/** Value that many parts of a screen share. Fits `useSyncExternalStore`. */
export interface Observed<T> {
  /** Newest value; undefined before the first. The same object until it is read again. */
  readonly current: () => T | undefined;
  /** Keeps the value up to date while it has listeners. */
  readonly subscribe: (changed: () => void) => () => void;
}
