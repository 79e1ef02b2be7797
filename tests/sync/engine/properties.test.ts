import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardRename } from '../../../model/mutations/card/card-rename.ts';
import { applyRow } from '../../../model/mutations/apply-row.ts';
import type { Change } from '../../../model/protocol/messages.ts';
import { seqsOf, claimItems } from '../../../sync/engine/batch.ts';
import { type EngineContext, newStream } from '../../../sync/engine/context.ts';
import { chunksOf, ROWS_AT_ONCE } from '../../../sync/engine/apply-changes.ts';
import { selectBatch } from '../../../sync/engine/outbox.ts';
import {
  dependentsOf,
  blockedSeqs,
  isContained,
  touches,
} from '../../../sync/core/dependencies.ts';
import type { OutboxItem } from '../../../sync/core/ports/outbox.ts';
import type { Store } from '../../../sync/core/ports/store.ts';
import { syncPass } from '../../../sync/engine/sync-pass.ts';
import { writeLocally } from '../../../sync/store/local-write.ts';
import { ACTOR, renameItem } from '../support/items.ts';
import { memoryStore } from '../support/memory-store.ts';
import { modelServer, type ModelServer } from '../support/model-server.ts';

/** fast-check prints seed and path of a failure; `fc.assert(..., { seed, path })` replays it. */
const KEYS = ['cards/a', 'cards/b', 'tasks/c', 'tasks/d'];

const outboxOf = fc
  .array(
    fc.record({
      key: fc.constantFrom(...KEYS),
      parent: fc.option(fc.constantFrom(...KEYS)),
      creates: fc.boolean(),
      state: fc.constantFrom('queued', 'queued', 'sending', 'acked', 'quarantined'),
      retryAt: fc.constantFrom(0, 0, 0, 100),
      stream: fc.constantFrom('org:1', 'org:1', 'user:1'),
    }),
    { maxLength: 14 },
  )
  .map((all) =>
    all.map(({ key, parent, creates, ...rest }, index): OutboxItem =>
      renameItem(index + 1, 'a', {
        ...rest,
        keys: [key],
        parents: parent === null || parent === key ? [] : [parent],
        creates: creates ? [key] : [],
        v: rest.state === 'acked' ? index + 1 : undefined,
      }),
    ),
  );

const CLIENT = { clientId: 'memory', heard: 0, told: 0, sent: [], former: [] };

describe('properties of the outbox', () => {
  it('[MUT-6] a batch never holds a mutation before an earlier open one of its rows or parents', () => {
    fc.assert(
      fc.property(outboxOf, fc.integer({ min: 1, max: 5 }), (outbox, limit) => {
        const batch = selectBatch({
          outbox,
          onTheWay: new Set(),
          stream: 'org:1',
          client: CLIENT,
          now: 50,
          limit,
        });
        expect(batch.length).toBeLessThanOrEqual(limit);
        const seqs = new Set(batch.map(({ seq }) => seq));
        for (const item of batch) {
          expect(item.stream).toBe('org:1');
          expect(['queued', 'sending']).toContain(item.state);
          const before = outbox.filter(
            (other) => other.seq < item.seq && other.state !== 'acked' && !seqs.has(other.seq),
          );
          expect(before.some((other) => touches(item, new Set(other.keys)))).toBe(false);
        }
      }),
    );
  });

  it('[WRITE-3.3] [MUT-6] of two batches in a row neither acknowledges an open mutation, and the second holds none of the first', async () => {
    await fc.assert(
      fc.asyncProperty(outboxOf, fc.integer({ min: 1, max: 5 }), async (outbox, most) => {
        const context = contextOn(modelServer(), memoryStore());
        const { store } = context.ports;
        await store.write({ tables: [], durability: 'on-disk' }, async (tx) => {
          for (const stream of ['org:1', 'user:1']) {
            const { download: _download, ...state } = newStream(stream);
            await tx.putStream({ ...state, epoch: 'e' });
          }
          await tx.claimSeq(outbox.length);
          await tx.putOutbox(outbox);
        });
        const batch = { stream: 'org:1', size: { current: most, most } };
        const first = await claimItems(context, batch, new Set());
        const second = await claimItems(
          context,
          batch,
          new Set(first === undefined ? [] : seqsOf(first)),
        );
        const open = outbox.filter(({ state }) => state !== 'acked');
        const before = first?.items.length ?? 0;
        if (first !== undefined) expect(first.request.pending).toBe(open.length);
        // CLIENT-11.4: the server has received the first batch when the second one leaves.
        if (second !== undefined) expect(second.request.pending).toBe(open.length - before);
        for (const taken of [first, second]) {
          if (taken === undefined) continue;
          const { request } = taken;
          expect(open.every(({ seq }) => seq > request.ack_through)).toBe(true);
        }
        const both = [first, second].flatMap((taken) => taken?.items ?? []);
        expect(new Set(both.map(({ seq }) => seq)).size).toBe(both.length);
        const wanted = selectBatch({
          outbox,
          onTheWay: first === undefined ? new Set() : seqsOf(first),
          stream: 'org:1',
          client: CLIENT,
          now: 1_000,
          limit: most,
        });
        expect(second?.items.map(({ seq }) => seq) ?? []).toEqual(wanted.map(({ seq }) => seq));
      }),
    );
  });

  it('[MUT-4.1] a group contains every mutation that changes or needs a row created by its members', () => {
    fc.assert(
      fc.property(outboxOf, fc.nat(), (outbox, pick) => {
        const first = outbox[pick % Math.max(1, outbox.length)];
        if (first === undefined) return;
        const group = [first, ...dependentsOf(outbox, first)];
        const made = new Set(group.flatMap(({ creates }) => creates));
        const seqs = new Set(group.map(({ seq }) => seq));
        for (const item of outbox) {
          if (item.seq <= first.seq || item.state === 'acked' || seqs.has(item.seq)) continue;
          const makers = group.filter(({ seq }) => seq < item.seq);
          expect(touches(item, new Set(makers.flatMap(({ creates }) => creates)))).toBe(false);
        }
        expect(group.slice(1).every((item) => touches(item, made))).toBe(true);
      }),
    );
  });

  it('[MUT-1] exactly the open mutations behind a quarantined one of their rows are blocked', () => {
    fc.assert(
      fc.property(outboxOf, (outbox) => {
        const blocked = blockedSeqs(outbox, () => false);
        if (!outbox.some(({ state }) => state === 'quarantined')) expect(blocked.size).toBe(0);
        for (const item of outbox) {
          if (item.state === 'acked') expect(blocked.has(item.seq)).toBe(false);
        }
      }),
    );
  });

  it('[PULL-3] [CLIENT-4] chunks of a page keep its order, its bounds and its versions', () => {
    const versions = fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 400 });
    fc.assert(
      fc.property(versions, (steps) => {
        let v = 10;
        const page = steps.map((step, index): Change => {
          v += step;
          return { kind: 'del', table: 'cards', id: String(index), v };
        });
        const chunks = chunksOf(page, 10, v + 3);
        expect(chunks.flatMap(({ items }) => items)).toEqual(page);
        let applied = 0;
        for (const { items, upTo } of chunks) {
          expect(items.length).toBeLessThanOrEqual(ROWS_AT_ONCE);
          applied += items.length;
          expect(page.slice(applied).every((change) => change.v > upTo)).toBe(true);
        }
        expect(chunks.at(-1)?.upTo).toBe(v + 3);
      }),
    );
  });
});

const IDS = ['a', 'b', 'c'];
const actions = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('rename' as const), id: fc.constantFrom(...IDS), n: fc.nat(9) }),
    fc.record({ kind: fc.constant('theirs' as const), id: fc.constantFrom(...IDS), n: fc.nat(9) }),
    fc.record({ kind: fc.constant('remove' as const), id: fc.constantFrom(...IDS) }),
    fc.record({
      kind: fc.constant('trouble' as const),
      how: fc.constantFrom('none', 'lost-request', 'lost-reply', 'no-pull'),
    }),
    fc.record({ kind: fc.constant('sync' as const) }),
    fc.record({ kind: fc.constant('sync' as const) }),
  ),
  { minLength: 1, maxLength: 30 },
);

describe('properties of rebase', () => {
  it("[CLIENT-3.1] [MUT-2.1] in any order a rebase reproduces the view, the person's own edit stays visible, and at rest the view is the server's", async () => {
    await fc.assert(
      fc.asyncProperty(actions, async (all) => {
        const server = modelServer();
        for (const id of IDS) server.rename(id, 'start');
        const store = memoryStore();
        const device = deviceOn(server, store);
        await device.sync();
        const versions = new Map<string, number>();
        // Names that nobody else has changed since the person did: they must not be reverted.
        const mine = new Map<string, string>();
        for (const action of all) {
          if (action.kind === 'rename') {
            const name = `mine ${String(action.n)}`;
            const refusal = await device.rename(action.id, name);
            if (refusal === undefined && server.rows.has(action.id)) mine.set(action.id, name);
          } else if (action.kind === 'theirs') {
            server.rename(action.id, `theirs ${String(action.n)}`);
            mine.delete(action.id);
          } else if (action.kind === 'remove') {
            server.remove(action.id);
            mine.delete(action.id);
          } else if (action.kind === 'trouble') server.trouble = action.how;
          else await device.sync();
          await expectSeen(store, mine);
          await expectApplied(store, versions);
        }
        server.trouble = 'none';
        await device.sync();
        await device.sync();
        await expectRest(store, server);
      }),
      { numRuns: 150 },
    );
  });
});

function contextOn(server: ModelServer, store: Store): EngineContext {
  const clock = { now: () => 1_000 };
  return {
    ports: {
      store,
      transport: server.transport,
      clock,
      random: { next: () => 0.5 },
      timers: { after: () => () => undefined },
      lock: { run: (_name, _wait, work) => work(true) },
      online: { isOnline: () => true, isVisible: () => true, subscribe: () => () => undefined },
      socket: { connect: () => () => undefined },
    },
    account: { orgId: '1', orgUserId: '1' },
    hasLock: () => true,
    pushCalls: 200,
    currentBoard: () => null,
  };
}

function deviceOn(server: ModelServer, store: Store) {
  const context = contextOn(server, store);
  return {
    rename: (id: string, name: string) =>
      writeLocally(store, { prepared: cardRename.prepare({ id, name }), actor: ACTOR, at: 1 }),
    sync: () =>
      syncPass(context, {
        reached: () => Promise.resolve(),
        busy: () => undefined,
        behind: new Set(['org:1', 'user:1']),
        size: { current: 200, most: 200 },
        until: 20_000,
        positions: new Map(),
        realtime: () => false,
        trims: false,
      }),
  };
}

/** Invariant 4: the person sees their last write. */
async function expectSeen(store: Store, mine: ReadonlyMap<string, string>): Promise<void> {
  const ids = [...mine.keys()];
  const views = await store.read('all', (tx) => tx.rows('cards', ids));
  const seen = views.map((view) => view?.['name']);
  expect(seen).toEqual(ids.map((id) => mine.get(id)));
}

/** Invariants 8, 9 and 10 at any moment. */
async function expectApplied(store: Store, versions: Map<string, number>): Promise<void> {
  await store.read('all', async (tx) => {
    for (const id of IDS) {
      const key = `cards/${id}`;
      const base = (await tx.base([key])).get(key);
      const [view] = await tx.rows('cards', [id]);
      const pending = await tx.pendingOf([key]);
      if (base === undefined) {
        expect(pending).toEqual([]);
        continue;
      }
      expect(pending.length).toBeGreaterThan(0);
      expect(base.v).toBeGreaterThanOrEqual(versions.get(id) ?? 0);
      versions.set(id, base.v);
      const open = pending.filter((item) => !isContained(item, base));
      expect(view).toEqual(applyRow({ table: 'cards', id }, base.row ?? undefined, open));
    }
  });
}

/** Invariants 1, 3 and 10 at rest. */
async function expectRest(store: Store, server: ModelServer): Promise<void> {
  await store.read('all', async (tx) => {
    expect(await tx.outbox()).toEqual([]);
    expect(await tx.allBases()).toEqual([]);
    const views = await tx.rows('cards', IDS);
    expect(views).toEqual(IDS.map((id) => server.rows.get(id)));
  });
  expect([...server.applied.values()].every((times) => times === 1)).toBe(true);
}
