import type { BenchRow } from '../page/replica.ts';

/** The rows of a peer's server, in memory, in the order of their last change. */
export interface Rows {
  readonly version: () => number;
  readonly get: (id: string) => BenchRow | undefined;
  readonly put: (row: BenchRow) => void;
  /** Rows changed after a version, oldest first, and the version of the last of them. */
  readonly since: (
    version: number,
    limit?: number,
  ) => { readonly rows: readonly BenchRow[]; readonly version: number };
}

export function rowsInMemory(seed: readonly BenchRow[]): Rows {
  const byId = new Map<string, { readonly row: BenchRow; readonly version: number }>();
  /** Id of the row that each version has changed. */
  const log: string[] = [];
  const put = (row: BenchRow) => {
    log.push(row.id);
    byId.set(row.id, { row, version: log.length });
  };
  for (const row of seed) put(row);
  return {
    version: () => log.length,
    get: (id) => byId.get(id)?.row,
    put,
    since: (version, limit = Number.POSITIVE_INFINITY) => {
      const rows: BenchRow[] = [];
      let reached = version;
      for (; reached < log.length && rows.length < limit; reached += 1) {
        const found = byId.get(log[reached] ?? '');
        if (found?.version === reached + 1) rows.push(found.row);
      }
      return { rows, version: reached };
    },
  };
}
