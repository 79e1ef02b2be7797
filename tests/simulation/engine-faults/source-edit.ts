/** Folders whose files are loaded with the switches of their faults. */
export const SWITCHED = [
  'sync/engine/',
  'sync/store/',
  'sync/worker/',
  'server/apply/',
  'server/realtime/',
  'server/writer/',
] as const;

/** Replaces the expression `code` by the expression `by` in the only line that equals `line`, ignoring indentation. */
export interface SourceEdit {
  readonly file: `${(typeof SWITCHED)[number]}${string}.ts`;
  readonly line: string;
  readonly code: string;
  readonly by: string;
}
