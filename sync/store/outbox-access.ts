import type { IdSource } from '../../model/shared/ids.ts';
import type { MutationState, OutboxItem, OutboxMark } from '../core/ports/outbox.ts';
import type { StoreTx } from '../core/ports/store.ts';
import { changeClientRow, storedClient } from './client-row.ts';
import type { AccountDb } from './database.ts';
import { markedAs, marksIn, outboxCounts, withMarks } from './outbox-rows.ts';
import { inBulks, type Puts } from './puts.ts';
import { tablesAtCommit } from './reactive/changes.ts';

type OutboxAccess = Pick<
  StoreTx,
  | 'pendingOf'
  | 'outbox'
  | 'outboxOpen'
  | 'outboxOpenCount'
  | 'outboxAt'
  | 'outboxIn'
  | 'outboxCount'
>;

/** Up to this number of keys are requested concurrently; a cursor would request one after the other. */
const FEW = 8;

async function eachOf(db: AccountDb, keys: readonly string[]): Promise<readonly OutboxItem[]> {
  const found = await Promise.all(keys.map((key) => db.outbox.where('keys').equals(key).toArray()));
  return [...new Map(found.flat().map((item) => [item.seq, item])).values()];
}

function anyOf(db: AccountDb, keys: readonly string[]): PromiseLike<readonly OutboxItem[]> {
  return db.outbox
    .where('keys')
    .anyOf([...keys])
    .distinct()
    .toArray();
}

/** Every state but `acked`. */
const OPEN: readonly MutationState[] = ['queued', 'sending', 'quarantined'];

function bySeq(items: readonly OutboxItem[]): readonly OutboxItem[] {
  return items.toSorted((left, right) => left.seq - right.seq);
}

export function outboxAccess(db: AccountDb): OutboxAccess {
  const marksHere = async () => marksIn(await storedClient(db));
  const at = async (seqs: readonly number[]): Promise<readonly OutboxItem[]> => {
    const wanted = seqs.toSorted((left, right) => left - right);
    const [first = 0, last = 0] = [wanted[0], wanted.at(-1)];
    // Seqs of a batch are close together: one read of the range costs less than a read of each.
    if (last - first < 2 * wanted.length) {
      const near = await db.outbox.where('seq').between(first, last, true, true).toArray();
      const names = new Set(wanted);
      return near.filter(({ seq }) => names.has(seq));
    }
    return (await db.outbox.bulkGet(wanted)).filter((item) => item !== undefined);
  };
  return {
    pendingOf: async (keys) => {
      const [found, marks] = await Promise.all([
        keys.length <= FEW ? eachOf(db, keys) : anyOf(db, keys),
        marksHere(),
      ]);
      return bySeq(withMarks(found, marks));
    },
    outbox: async (most) => {
      const all = db.outbox.orderBy('seq');
      const [found, marks] = await Promise.all([
        (most === undefined ? all : all.limit(most)).toArray(),
        marksHere(),
      ]);
      return withMarks(found, marks);
    },
    outboxOpen: async (without, most = Infinity) => {
      const marks = await marksHere();
      const isLeftOut = (seq: number) => without.has(seq) || marks.get(seq)?.state === 'acked';
      const found = await Promise.all(
        OPEN.map(async (state) => {
          const all = db.outbox.where('state').equals(state);
          const isMarked = state === 'queued' && marks.size > 0;
          if (!isMarked && (state !== 'sending' || without.size === 0)) {
            return await all.limit(most).toArray();
          }
          // Excluded by key, so that their rows are not read.
          const keys = await all.limit(most + marks.size + without.size).primaryKeys();
          return await at(keys.filter((seq) => !isLeftOut(seq)).slice(0, most));
        }),
      );
      const open = found.flat().filter(({ seq }) => !isLeftOut(seq));
      return bySeq(withMarks(open, marks)).slice(0, most);
    },
    outboxOpenCount: async () => {
      const { all, acked } = await outboxCounts(db);
      return all - acked;
    },
    outboxAt: async (seqs) => {
      const [found, marks] = await Promise.all([at(seqs), marksHere()]);
      return withMarks(found, marks);
    },
    // An index has the keys of equal values in their order.
    outboxIn: async (state, most = Infinity) => {
      const marks = await marksHere();
      const limit = most + marks.size;
      const [stored, marked] = await Promise.all([
        db.outbox.where('state').equals(state).limit(limit).toArray(),
        at(
          markedAs(state, marks)
            .toSorted((left, right) => left - right)
            .slice(0, most),
        ),
      ]);
      const own = stored.filter(({ seq }) => !marks.has(seq));
      return bySeq([...own, ...withMarks(marked, marks)]).slice(0, most);
    },
    outboxCount: () => db.outbox.count(),
  };
}

export type Marking = Pick<StoreTx, 'putOutbox' | 'markOutbox' | 'deleteOutbox'>;

export function markAccess(db: AccountDb, ids: IdSource, { putOutbox }: Puts): Marking {
  const announceAtCommit = tablesAtCommit(db.dexie);
  const changeMarks = async (change: (marks: Map<number, OutboxMark>) => void) => {
    announceAtCommit(db.outbox.name);
    await changeClientRow(db, ids, (before) => {
      const marks = new Map(marksIn(before));
      change(marks);
      const { marks: _before, ...client } = before;
      return { ...client, ...(marks.size > 0 && { marks: [...marks.values()] }) };
    });
  };
  const unmark = async (seqs: readonly number[]) => {
    const marks = marksIn(await storedClient(db));
    if (!seqs.some((seq) => marks.has(seq))) return;
    await changeMarks((now) => {
      for (const seq of seqs) now.delete(seq);
    });
  };
  return {
    putOutbox: async (items) => {
      await Promise.all([putOutbox(items), unmark(items.map(({ seq }) => seq))]);
    },
    markOutbox: async (items, change) => {
      const marks = marksIn(await storedClient(db));
      // A mark of a row in another state would be found by that state as well.
      const isMarkable = ({ seq, state }: OutboxItem) => marks.has(seq) || state === 'queued';
      const isMany = items.length >= db.marksFrom;
      const many = isMany ? items.filter(isMarkable) : [];
      const others = isMany ? items.filter((item) => !isMarkable(item)) : items;
      if (many.length > 0) {
        await changeMarks((now) => {
          for (const item of many) now.set(item.seq, { seq: item.seq, ...change(item) });
        });
      }
      if (others.length > 0) {
        const changed = others.map((item) => ({ ...item, ...change(item) }));
        await putOutbox(changed);
        await unmark(changed.map(({ seq }) => seq));
      }
    },
    deleteOutbox: async (seqs) => {
      const deleted = inBulks(seqs, (part) => db.outbox.bulkDelete([...part]));
      await Promise.all([deleted, unmark(seqs)]);
    },
  };
}

type DoneAccess = Pick<
  StoreTx,
  | 'rejected'
  | 'putRejected'
  | 'deleteRejected'
  | 'journal'
  | 'putJournal'
  | 'deleteJournal'
  | 'oldInJournal'
>;

/** Mutations that have left the outbox: rejected or retired. */
export function doneAccess(db: AccountDb): DoneAccess {
  return {
    rejected: () => db.rejected.orderBy('seq').toArray(),
    putRejected: (items) => inBulks(items, (part) => db.rejected.bulkPut([...part])),
    deleteRejected: (seqs) => inBulks(seqs, (part) => db.rejected.bulkDelete([...part])),
    journal: (stream) => db.journal.where('stream').equals(stream).sortBy('seq'),
    putJournal: (items) => inBulks(items, (part) => db.journal.bulkPut([...part])),
    deleteJournal: (seqs) => inBulks(seqs, (part) => db.journal.bulkDelete([...part])),
    oldInJournal: async (upTo, keep) => {
      const old = await db.journal.where('seq').belowOrEqual(upTo).count();
      const beyond = (await db.journal.count()) - keep;
      return db.journal.orderBy('seq').limit(Math.max(old, beyond)).toArray();
    },
  };
}
