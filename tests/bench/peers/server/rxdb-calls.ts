import type { BenchRow } from '../page/replica.ts';
import type { Rows } from './rows.ts';
import type { RxdbChanges, RxdbDoc, RxdbWrite } from './rxdb-protocol.ts';

/** Pull, push and event stream as RxDB's documentation describes them. */
export function rxdbCalls(rows: Rows) {
  const changes = (since: number, limit?: number): RxdbChanges => {
    const found = rows.since(since, limit);
    return { documents: found.rows.map(docOf), checkpoint: { version: found.version } };
  };
  return {
    pull: changes,
    /** Stores what does not conflict. */
    push: (writes: readonly RxdbWrite[]) => {
      const before = rows.version();
      const conflicts: RxdbDoc[] = [];
      for (const { assumedMasterState, newDocumentState } of writes) {
        const current = rows.get(newDocumentState.id);
        if (current !== undefined && !isSame(current, assumedMasterState)) {
          conflicts.push(docOf(current));
        } else {
          const { _deleted, ...row } = newDocumentState;
          rows.put({ ...row, id: newDocumentState.id });
        }
      }
      return { conflicts, event: changes(before) };
    },
  };
}

function docOf(row: BenchRow): RxdbDoc {
  return { ...row, _deleted: false };
}

function isSame(current: BenchRow, assumed: RxdbDoc | undefined): boolean {
  return (
    assumed !== undefined &&
    Object.entries(current).every(
      ([field, value]) => JSON.stringify(value) === JSON.stringify(assumed[field]),
    )
  );
}
