import type { SourceEdit } from './source-edit.ts';

/** Faults of a server with several processes. */
export const PROCESS_FAULTS = {
  /** PULL-7.1 */
  'publishes commits of one process as if there were no other': [
    {
      file: 'server/realtime/commit-order.ts',
      line: 'const gap = order.waiting.findIndex(({ v }, index) => v !== order.delivered + index + 1);',
      code: 'v !== order.delivered + index + 1',
      by: 'false',
    },
    {
      file: 'server/realtime/recent.ts',
      line: 'if (last !== undefined && version.v !== last.v + 1) versions.length = 0;',
      code: 'version.v !== last.v + 1',
      by: 'false',
    },
    {
      file: 'server/realtime/recent.ts',
      line: 'if (first === undefined || from < first.v - 1) return undefined;',
      code: 'from < first.v - 1',
      by: 'false',
    },
    {
      file: 'server/realtime/recent.ts',
      line: 'return versions.slice(from - first.v + 1);',
      code: 'versions.slice(from - first.v + 1)',
      by: 'versions.filter(({ v }) => v > from)',
    },
  ],
  /** PULL-7.1, PULL-2 */
  'publishes no moved rows of other processes': [
    {
      file: 'server/realtime/stored-versions.ts',
      line: "if (entry['kind'] === 'moved') {",
      code: "entry['kind'] === 'moved'",
      by: 'false',
    },
  ],
  /** WRITE-2.1 */
  'writes without a lock of the stream': [
    {
      file: 'server/writer/batch-sql.ts',
      line: "const lock = kind === 'postgres' ? ' for update' : '';",
      code: "kind === 'postgres'",
      by: 'false',
    },
  ],
} as const satisfies Record<string, readonly SourceEdit[]>;
