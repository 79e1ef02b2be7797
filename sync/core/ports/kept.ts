/** What the person keeps on this device (FILE-4.3), inside one transaction. */
export interface KeptPort {
  /** As `<kind>:<id>`; kinds are `project`, `task` and `file`. */
  readonly kept: () => Promise<readonly string[]>;
}
