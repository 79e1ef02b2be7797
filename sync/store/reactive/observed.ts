/** A value that many parts of a screen share. Fits `useSyncExternalStore`. */
export interface Observed<T> {
  /** The newest value; undefined before the first. The same object until it is read again. */
  readonly current: () => T | undefined;
  /** Keeps the value up to date while anybody listens. */
  readonly subscribe: (changed: () => void) => () => void;
}
