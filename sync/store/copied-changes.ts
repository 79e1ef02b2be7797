import { fileAdd } from '../../model/mutations/file/file-add.ts';
import { isSnapshotItem } from '../../model/protocol/snapshot.ts';
import { isRecord } from '../../model/shared/is-record.ts';
import type { OutboxItem, RejectedItem } from '../core/ports/outbox.ts';
import type { AccountDb } from './database.ts';
import { keyedItems } from './put-back.ts';

/** A mutation in a copy of unsent work (MUT-10); copies of older builds have the first two fields alone. */
export interface CopiedChange
  extends Pick<OutboxItem, 'name' | 'args'>, Partial<Omit<OutboxItem, 'name' | 'args'>> {
  /** Epoch of its stream in the store that it was copied from. */
  readonly epoch?: string;
  /** The server or this device has rejected it. */
  readonly isRejected?: boolean;
  /** Name of the store that it was copied from: each store numbers its mutations from 1. */
  readonly store?: string;
}

/** A mutation with the key under which its device sends it. */
export type KeyedChange = OutboxItem & CopiedChange & { readonly epoch: string };

/**
 * Mutations in the order in which they were made. Lines of the activity log are left out: they contain names of other
 * people's rows, which the person may not read any more.
 */
export async function copiedChanges(
  db: AccountDb,
  items: { readonly outbox: readonly OutboxItem[]; readonly rejected: readonly RejectedItem[] },
): Promise<readonly CopiedChange[]> {
  const [client, streams] = await Promise.all([db.meta.get('client'), db.streams.toArray()]);
  const epochs = new Map(streams.map(({ stream, epoch }) => [stream, epoch]));
  const { outbox, rejected } = keyedItems(client, items);
  const copied = ({ lines: _names, ...item }: OutboxItem): CopiedChange & OutboxItem => {
    const epoch = epochs.get(item.stream);
    return { ...item, ...(typeof epoch === 'string' && { epoch }), store: db.dexie.name };
  };
  return [
    ...outbox.map(copied),
    ...rejected.map(({ item }) => ({ ...copied(item), isRejected: true })),
  ].toSorted((left, right) => left.seq - right.seq);
}

/** False for a mutation of an older copy, and of a store that had downloaded nothing. */
export function isKeyed(change: unknown): change is KeyedChange {
  return isRecord(change) && typeof change['epoch'] === 'string' && isSnapshotItem(change);
}

/** The mutation as its store had it. */
export function itemOf({
  epoch: _epoch,
  isRejected: _rejected,
  store: _store,
  ...item
}: KeyedChange): OutboxItem {
  return item;
}

/** Id of the file whose row the mutation creates. */
export function addedFile({ name, args }: Pick<CopiedChange, 'name' | 'args'>): string | undefined {
  if (name !== fileAdd.name || !isRecord(args)) return undefined;
  const { id } = args;
  return typeof id === 'string' ? id : undefined;
}
