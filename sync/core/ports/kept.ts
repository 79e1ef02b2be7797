/** Ids of what the person keeps on this device (FILE-4.3). */
export interface Kept {
  readonly projects: readonly string[];
  readonly tasks: readonly string[];
}

/** What is kept, inside one transaction. */
export interface KeptPort {
  readonly kept: () => Promise<Kept>;
}
