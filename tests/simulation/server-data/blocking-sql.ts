import { createSyncFn } from 'synckit';
import type { SqlRow, SqlValue } from '../../../server/store/sql.ts';

type Request = (
  url: string,
  text: string,
  values: readonly SqlValue[],
) => Promise<readonly SqlRow[]>;

/** Runs a statement on a PostgreSQL and returns its rows, while this thread waits. */
export const blockingSql = createSyncFn<Request>(
  new URL('blocking-sql-worker.ts', import.meta.url),
);
