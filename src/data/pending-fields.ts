import { type PendingMark, pendingFieldsMark } from '../../sync/client/index.ts';
import { useLive } from './client.tsx';

/** Pending mark of some fields of a row, for a screen that shows them in several places; undefined while it is read. */
export function usePendingFields(
  table: string,
  id: string,
  fields: readonly string[],
): PendingMark | undefined {
  return useLive((db) => pendingFieldsMark(db, { table, id, fields }), [table, id, fields.join()]);
}
