import type { MutationState, OutboxItem, OutboxMark } from '../core/ports/outbox.ts';
import type { AccountDb, MetaRow } from './database.ts';

/**
 * Reads the outbox. The states of many mutations at once are in the client's row instead of in their own rows: a put of
 * a mutation writes its indexes as well, and each one of a batch would be put when it is sent and when it is acked
 * (decision 0107). A mark replaces the state of its mutation; it is removed when the mutation is put or deleted.
 */
export type Marks = ReadonlyMap<number, OutboxMark>;

const NO_MARKS: Marks = new Map();

export function marksIn(client: MetaRow | undefined): Marks {
  if (client?.key !== 'client' || client.marks === undefined) return NO_MARKS;
  return new Map(client.marks.map((mark) => [mark.seq, mark]));
}

export function withMarks(items: readonly OutboxItem[], marks: Marks): readonly OutboxItem[] {
  if (marks.size === 0) return items;
  return items.map((item) => ({ ...item, ...marks.get(item.seq) }));
}

async function readMarks(db: AccountDb): Promise<Marks> {
  return marksIn(await db.meta.get('client'));
}

/** All mutations by seq. A transaction around it includes `meta`, as for each of these reads. */
export async function outboxRows(db: AccountDb): Promise<readonly OutboxItem[]> {
  const [items, marks] = await Promise.all([db.outbox.orderBy('seq').toArray(), readMarks(db)]);
  return withMarks(items, marks);
}

/** Mutations that change one of the rows with these keys, in no order. */
export async function outboxOf(
  db: AccountDb,
  keys: readonly string[],
): Promise<readonly OutboxItem[]> {
  const [items, marks] = await Promise.all([
    keys.length === 1
      ? db.outbox.where('keys').equals(String(keys[0])).toArray()
      : db.outbox
          .where('keys')
          .anyOf([...keys])
          .distinct()
          .toArray(),
    readMarks(db),
  ]);
  return withMarks(items, marks);
}

export interface OutboxCounts {
  readonly all: number;
  readonly acked: number;
  readonly quarantined: number;
}

export async function outboxCounts(db: AccountDb): Promise<OutboxCounts> {
  const countOf = (state: MutationState) => db.outbox.where('state').equals(state).count();
  const [all, acked, quarantined, marks] = await Promise.all([
    db.outbox.count(),
    countOf('acked'),
    countOf('quarantined'),
    readMarks(db),
  ]);
  return { all, acked: acked + markedAs('acked', marks).length, quarantined };
}

/** Seqs of the mutations that a mark gives this state. Their own rows have the state `queued`. */
export function markedAs(state: MutationState, marks: Marks): readonly number[] {
  return [...marks.values()].flatMap((mark) => (mark.state === state ? [mark.seq] : []));
}

/** Writes the marked states into the rows of their mutations, for work on the stored rows, inside its transaction. */
export async function writeMarks(db: AccountDb): Promise<void> {
  const client = await db.meta.get('client');
  if (client?.key !== 'client' || client.marks === undefined) return;
  const { marks, ...rest } = client;
  const items = (await db.outbox.bulkGet(marks.map(({ seq }) => seq))).filter(
    (item) => item !== undefined,
  );
  await db.outbox.bulkPut([...withMarks(items, marksIn(client))]);
  await db.meta.put(rest);
}
