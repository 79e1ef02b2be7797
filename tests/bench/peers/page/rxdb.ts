/** RxDB on its Dexie storage, with its own replication over two HTTP calls and a socket. */
import { createRxDatabase, type RxCollection, type RxJsonSchema } from 'rxdb/plugins/core';
import { replicateRxCollection } from 'rxdb/plugins/replication';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { type Observable, Subject } from 'rxjs';
import type { RxdbChanges, RxdbCheckpoint, RxdbDoc } from '../server/rxdb-protocol.ts';
import { serve } from './harness.ts';
import { type BenchRow, type Replica, SHOWN } from './replica.ts';
import { followSocket } from './socket.ts';

/** Rows of a page of the download, and changes of one request: fewer and larger ones than by default. */
const PULL = 1_000;
const PUSH = 250;

const id = { type: 'string', maxLength: 64 } as const;
const key = { type: 'string', maxLength: 100 } as const;
const text = { type: 'string' } as const;
const optional = { type: ['string', 'null'] };
const list = { type: 'array', items: text } as const;

/** The fields of a task, with the index of a board's columns. */
const schema: RxJsonSchema<BenchRow> = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id,
    lane: key,
    rank: key,
    v: { type: 'number' },
    scope: text,
    project: text,
    card: text,
    name: text,
    description: text,
    flag: optional,
    label: optional,
    start_date: optional,
    end_date: optional,
    assigned_to: optional,
    assigned_users: list,
    collaborators: list,
    ticks: { type: 'object' },
    is_completed: { type: 'boolean' },
    is_completed_at: optional,
    is_completed_employee: { type: 'boolean' },
    is_completed_emp_at: optional,
    status: { type: 'boolean' },
    document: optional,
    created_by: text,
    created_at: text,
  },
  required: ['id', 'lane', 'rank'],
  indexes: [['lane', 'rank', 'id']],
};

serve({ open });

async function open(): Promise<Replica> {
  const database = await createRxDatabase({
    name: 'bench',
    storage: getRxStorageDexie(),
    eventReduce: true,
  });
  const { tasks } = await database.addCollections<{ tasks: RxCollection<BenchRow> }>({
    tasks: { schema },
  });
  replicate(tasks);
  return {
    followCount: (changed) => {
      const subscription = tasks.count().$.subscribe(changed);
      return () => subscription.unsubscribe();
    },
    followColumn: (card, changed) =>
      void tasks
        .find({
          selector: { lane: card },
          sort: [{ lane: 'asc' }, { rank: 'asc' }, { id: 'asc' }],
          limit: SHOWN,
        })
        .$.subscribe((docs) => changed(docs)),
    ids: async (count) => (await tasks.find({ limit: count }).exec()).map((doc) => doc.id),
    rename: async (of, name) => {
      const doc = await tasks.findOne(of).exec();
      await doc?.incrementalPatch({ name });
    },
  };
}

function replicate(collection: RxCollection<BenchRow>): void {
  const stream = new Subject<RxdbChanges | 'RESYNC'>();
  const stream$: Observable<RxdbChanges | 'RESYNC'> = stream;
  followSocket('/events', {
    opened: () => stream.next('RESYNC'),
    message: (data) => stream.next(JSON.parse(data)),
  });
  replicateRxCollection<BenchRow, RxdbCheckpoint>({
    collection,
    replicationIdentifier: 'bench',
    live: true,
    waitForLeadership: false,
    pull: {
      batchSize: PULL,
      stream$,
      handler: async (checkpoint, limit) => {
        const since = checkpoint?.version ?? 0;
        const changes: RxdbChanges = await (
          await fetch(`/rxdb/pull?since=${String(since)}&limit=${String(limit)}`)
        ).json();
        return changes;
      },
    },
    push: {
      batchSize: PUSH,
      handler: async (rows) => {
        const answer = await fetch('/rxdb/push', { method: 'POST', body: JSON.stringify(rows) });
        const conflicts: RxdbDoc[] = await answer.json();
        return conflicts;
      },
    },
  });
}
