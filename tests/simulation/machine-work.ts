/** Work of the machine for which the simulated world waits. */
export interface MachineWork {
  /** True while none is being done. */
  readonly isIdle: () => boolean;
  /** Resolves when it is idle. */
  readonly settled: () => Promise<void>;
  /** Begins delayed work at once: virtual time does not advance. */
  readonly hurry: () => void;
  /** Work that began before has to wait until the returned function is called. */
  readonly holdOthers: () => () => void;
}
