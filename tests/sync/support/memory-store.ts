import type { RawRow } from '../../../model/entities/define-entity.ts';
import type {
  ClientRecord,
  JournalDays,
  JournalItem,
  OutboxItem,
  RejectedItem,
} from '../../../sync/core/ports/outbox.ts';
import type { Comparison } from '../../../sync/core/ports/comparison.ts';
import type { RecentTasks } from '../../../sync/core/ports/recent-tasks.ts';
import type { BaseRow } from '../../../sync/core/ports/rows.ts';
import type { Store, StoreTx } from '../../../sync/core/ports/store.ts';
import type { NetState, Notice, StreamState } from '../../../sync/core/ports/streams.ts';

interface Data {
  rows: Map<string, Map<string, RawRow>>;
  base: Map<string, BaseRow>;
  outbox: Map<number, OutboxItem>;
  rejected: Map<number, RejectedItem>;
  journal: Map<number, JournalItem>;
  streams: Map<string, StreamState>;
  notices: Map<string, Notice>;
  net: NetState;
  journalDays: JournalDays | undefined;
  comparison: Comparison | undefined;
  recentTasks: RecentTasks;
  nextSeq: number;
  client: ClientRecord;
  clients: number;
}

/** The engine's store in memory: transactions run one after the other, and a failed one leaves no change. */
export function memoryStore(): Store {
  let data: Data = {
    rows: new Map(),
    base: new Map(),
    outbox: new Map(),
    rejected: new Map(),
    journal: new Map(),
    streams: new Map(),
    notices: new Map(),
    net: { reachable: null, later: null, auth: 'ok', outdated: false, fault: null },
    journalDays: undefined,
    comparison: undefined,
    recentTasks: {},
    nextSeq: 1,
    client: { clientId: 'memory', heard: 0, told: 0, sent: [], former: [] },
    clients: 1,
  };
  let turn: Promise<unknown> = Promise.resolve();
  const run = <T>(work: (tx: StoreTx) => Promise<T>, keep: boolean): Promise<T> => {
    const result = turn.then(async () => {
      const draft = structuredClone(data);
      const value = await work(memoryTx(draft));
      if (keep) data = draft;
      return value;
    });
    turn = result.catch(() => undefined);
    return result;
  };
  return {
    read: (_tables, work) => run(work, false),
    write: (_tables, work) => run(work, true),
    announce: () => undefined,
  };
}

function memoryTx(data: Data): StoreTx {
  const table = (name: string) => {
    const known = data.rows.get(name) ?? new Map<string, RawRow>();
    data.rows.set(name, known);
    return known;
  };
  const bySeq = <Item extends { readonly seq: number }>(items: Iterable<Item>) =>
    [...items].toSorted((left, right) => left.seq - right.seq);
  return {
    rows: async (name, ids) => ids.map((id) => table(name).get(id)),
    putRows: async (name, rows) => {
      for (const row of rows) table(name).set(row.id, row);
    },
    deleteRows: async (name, ids) => {
      for (const id of ids) table(name).delete(id);
    },
    scopesIn: async (name) => [...new Set([...table(name).values()].map(({ scope }) => scope))],
    idsInScope: async (name, scope) =>
      [...table(name).values()].filter((row) => row.scope === scope).map(({ id }) => id),
    countInScope: async (name, scope) =>
      [...table(name).values()].filter((row) => row.scope === scope).length,
    ids: async (name) => [...table(name).keys()],
    base: async (keys) =>
      new Map(
        keys.flatMap((key) => {
          const row = data.base.get(key);
          return row === undefined ? [] : [[key, row] as const];
        }),
      ),
    allBases: async () => [...data.base.values()],
    putBase: async (rows) => {
      for (const row of rows) data.base.set(row.key, row);
    },
    deleteBase: async (keys) => {
      for (const key of keys) data.base.delete(key);
    },
    pendingOf: async (keys) =>
      bySeq(data.outbox.values()).filter((item) => item.keys.some((key) => keys.includes(key))),
    outbox: async (most) => bySeq(data.outbox.values()).slice(0, most),
    outboxOpen: async (without, most) =>
      bySeq(data.outbox.values())
        .filter(({ seq, state }) => state !== 'acked' && !without.has(seq))
        .slice(0, most),
    outboxOpenCount: async () =>
      [...data.outbox.values()].filter(({ state }) => state !== 'acked').length,
    outboxAt: async (seqs) => bySeq(data.outbox.values()).filter((item) => seqs.includes(item.seq)),
    outboxIn: async (state, most) =>
      bySeq(data.outbox.values())
        .filter((item) => item.state === state)
        .slice(0, most),
    outboxCount: async () => data.outbox.size,
    putOutbox: async (items) => {
      for (const item of items) data.outbox.set(item.seq, item);
    },
    markOutbox: async (items, change) => {
      for (const item of items) data.outbox.set(item.seq, { ...item, ...change(item) });
    },
    deleteOutbox: async (seqs) => {
      for (const seq of seqs) data.outbox.delete(seq);
    },
    claimSeq: async (count = 1) => {
      data.nextSeq += count;
      return data.nextSeq - count;
    },
    lastSeq: async () => data.nextSeq - 1,
    client: async () => data.client,
    putClient: async (client) => {
      data.client = client;
    },
    newClientId: () => {
      data.clients += 1;
      return `memory-${String(data.clients)}`;
    },
    rejected: async () => bySeq(data.rejected.values()),
    putRejected: async (items) => {
      for (const item of items) data.rejected.set(item.seq, item);
    },
    deleteRejected: async (seqs) => {
      for (const seq of seqs) data.rejected.delete(seq);
    },
    journal: async (stream) =>
      bySeq(data.journal.values()).filter((item) => item.stream === stream),
    putJournal: async (items) => {
      for (const item of items) data.journal.set(item.seq, item);
    },
    deleteJournal: async (seqs) => {
      for (const seq of seqs) data.journal.delete(seq);
    },
    oldInJournal: async (upTo, keep) => {
      const beyond = data.journal.size - keep;
      return bySeq(data.journal.values()).filter(({ seq }, n) => seq <= upTo || n < beyond);
    },
    stream: async (name) => data.streams.get(name),
    putStream: async (state) => {
      data.streams.set(state.stream, state);
    },
    net: async () => data.net,
    putNet: async (state) => {
      data.net = state;
    },
    journalDays: async () => data.journalDays,
    putJournalDays: async (days) => {
      data.journalDays = days;
    },
    comparison: async () => data.comparison,
    putComparison: async (comparison) => {
      data.comparison = comparison;
    },
    kept: async () => [],
    recentTasks: async () => data.recentTasks,
    putRecentTasks: async (tasks) => {
      data.recentTasks = tasks;
    },
    putNotice: async (notice) => {
      data.notices.set(notice.id, notice);
    },
  };
}
