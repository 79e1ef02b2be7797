import { clientOf } from '../../sync/core/client-key.ts';
import type { OutboxItem } from '../../sync/core/ports/outbox.ts';
import type { Typed } from './actions/doing.ts';
import type { PickedFile } from './files/picked-file.ts';
import type { StoreView } from './store-view.ts';
import type { Truth } from './truth.ts';

/** The way in which a mutation left a device's outbox, as the device's disk shows it. */
export type Fate =
  | 'pending'
  | 'retired'
  | 'rejected'
  /** The person withdrew it, it merged with another one before it was sent, or a merged text replaced it. */
  | 'withdrawn'
  /** The disk shows no reason; only the server has it. */
  | 'gone'
  /** The browser evicted the store. */
  | 'evicted'
  /** Encrypted under a key that the server does not have any more, as after a restore (CLIENT-9.6). */
  | 'locked';

export interface LedgerEntry {
  readonly device: string;
  readonly clientId: string;
  readonly seq: number;
  /** Last state in the outbox. */
  item: OutboxItem;
  fate: Fate;
  /** Version of a state in which the server accepted the call and changed no row; undefined: it changed one. */
  unchangedAt?: number | undefined;
  /** The server had accepted it, and a sign-out removed it: a restored server that lacks it does not get it again. */
  isForgotten?: boolean;
}

export interface TypedEntry extends Typed {
  readonly device: string;
  readonly generation: number;
  /** The change was refused at the click and wrote nothing. */
  refused: boolean;
  /** A decision has discarded these words. */
  discarded: boolean;
}

/** Actions of all people, recorded beside the product and compared with the final state. */
export interface Ledger {
  readonly entries: () => Iterable<LedgerEntry>;
  readonly find: (device: string, clientId: string, seq: number) => LedgerEntry | undefined;
  readonly typed: TypedEntry[];
  readonly picked: PickedFile[];
  /** Follows a device's outbox from one commit to the next. `acting`: the person may be withdrawing a mutation. */
  readonly follow: (device: string, before: StoreView, after: StoreView, acting: boolean) => void;
  readonly evicted: (device: string, view: StoreView) => void;
  /** What is missing in `after` stays encrypted. */
  readonly locked: (device: string, before: StoreView, after: StoreView) => void;
  /** The product has deleted the store: the server has to have everything. */
  readonly deleted: (device: string, view: StoreView) => void;
  /** Compares what the server has accepted of an account on a shared machine before and after a commit. */
  readonly trimmed: (device: string, before: StoreView, after: StoreView) => void;
  /** Forgets what was accepted without a change in a state that the server no longer has. */
  readonly serverStarted: (truth: Truth) => void;
}

export function createLedger(): Ledger {
  const entries = new Map<string, LedgerEntry>();
  const entriesIn = (device: string, { client, outbox, journal, rejected }: StoreView) => {
    if (client === undefined) return [];
    const kept = [...journal, ...rejected].map(({ item }) => item);
    return [...outbox, ...kept].flatMap(
      (item) => entries.get(keyOf(device, clientOf(item, client), item.seq)) ?? [],
    );
  };
  return {
    entries: () => entries.values(),
    find: (device, clientId, seq) => entries.get(keyOf(device, clientId, seq)),
    typed: [],
    picked: [],
    follow: (device, before, after, acting) => {
      const { client } = after;
      if (client === undefined) return;
      for (const item of after.outbox) {
        const clientId = clientOf(item, client);
        const key = keyOf(device, clientId, item.seq);
        const known = entries.get(key);
        if (known === undefined) {
          entries.set(key, { device, clientId, seq: item.seq, item, fate: 'pending' });
        } else {
          known.item = item;
          known.fate = 'pending';
        }
      }
      const now = new Set(after.outbox.map(({ seq }) => seq));
      const rejected = new Set(after.rejected.map(({ seq }) => seq));
      const retired = new Set(after.journal.map(({ seq }) => seq));
      for (const item of [...before.outbox, ...before.rejected.map(({ item }) => item)]) {
        const { seq } = item;
        const entry = entries.get(keyOf(device, clientOf(item, client), seq));
        if (entry === undefined || now.has(seq)) continue;
        if (rejected.has(seq)) entry.fate = 'rejected';
        else if (retired.has(seq)) entry.fate = 'retired';
        else entry.fate = acting || isReplaced(before, after, entry.item) ? 'withdrawn' : 'gone';
      }
    },
    evicted: (device, view) => {
      for (const entry of entriesIn(device, view)) entry.fate = 'evicted';
    },
    locked: (device, before, after) => {
      const known = new Set(entriesIn(device, after));
      for (const entry of entriesIn(device, { ...before, journal: [] }))
        if (!known.has(entry)) entry.fate = 'locked';
    },
    trimmed: (device, before, after) => {
      const known = new Set(entriesIn(device, after));
      const outbox = before.outbox.filter(({ state }) => state === 'acked');
      for (const entry of entriesIn(device, { ...before, outbox, rejected: [] }))
        if (!known.has(entry)) entry.isForgotten = true;
    },
    deleted: (device, view) => {
      for (const entry of entriesIn(device, view))
        if (entry.fate !== 'retired') entry.fate = 'gone';
    },
    serverStarted: (truth) => {
      const streams = truth.streams();
      for (const entry of entries.values()) {
        const head = streams.get(entry.item.stream)?.head ?? 0;
        if (entry.unchangedAt !== undefined && entry.unchangedAt > head) {
          entry.unchangedAt = undefined;
        }
      }
    },
  };
}

/** Two devices may have the same client id, and different mutations under one key (WRITE-2). */
function keyOf(device: string, clientId: string, seq: number): string {
  return `${device} ${clientId}:${String(seq)}`;
}

/** MUT-8: a cleanly merged text is sent under a new key, in the same transaction. */
function isReplaced(before: StoreView, after: StoreView, item: OutboxItem): boolean {
  const known = new Set(before.outbox.map(({ seq }) => seq));
  return after.outbox.some(
    ({ seq, name, keys }) =>
      !known.has(seq) && name === item.name && keys.join() === item.keys.join(),
  );
}
