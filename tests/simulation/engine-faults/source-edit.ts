/** Replaces the expression `code` by the expression `by` in the only line that equals `line`, ignoring indentation. */
export interface SourceEdit {
  readonly file: `sync/${'engine' | 'store' | 'worker'}/${string}.ts` | `server/apply/${string}.ts`;
  readonly line: string;
  readonly code: string;
  readonly by: string;
}
