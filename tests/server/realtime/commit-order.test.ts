import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { createCommitOrder } from '../../../server/realtime/commit-order.ts';
import type { StoredVersions } from '../../../server/realtime/stored-versions.ts';
import type { CommittedVersion } from '../../../server/writer/writer-types.ts';

const STREAM = 'org:1';

function versionsAfter(since: number, head: number): readonly CommittedVersion[] {
  return Array.from({ length: head - since }, (_, index) => ({
    stream: STREAM,
    orgId: '1',
    epoch: 'e',
    floor: 0,
    v: since + index + 1,
    at: 0,
    changes: [],
  }));
}

/** A stream in a database whose reads the test answers. */
function setUp(published: number) {
  const delivered: number[] = [];
  const skipped: number[] = [];
  const reads: { readonly since: number; readonly settle: (found: StoredVersions) => void }[] = [];
  const order = createCommitOrder({
    read: (_stream, since) => new Promise((settle) => reads.push({ since, settle })),
    published: () => published,
    deliver: (_stream, versions) => delivered.push(...versions.map(({ v }) => v)),
    skip: (_stream, head) => skipped.push(head),
    report: (error) => {
      throw error;
    },
  });
  const answer = async (head: number) => {
    const read = reads.shift();
    if (read === undefined) throw new Error('Nothing was read');
    read.settle({ head, versions: versionsAfter(read.since, head) });
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { order, delivered, skipped, reads, answer };
}

it('[PULL-7.1] commits of this process need no read while no other one writes', () => {
  const { order, delivered, reads } = setUp(4);
  order.committed(STREAM, versionsAfter(4, 6));
  order.committed(STREAM, versionsAfter(6, 7));
  expect({ delivered, reads }).toEqual({ delivered: [5, 6, 7], reads: [] });
});

it('[PULL-7.1] what others announce during a read is part of the next one, and nothing is delivered twice', async () => {
  const { order, delivered, reads, answer } = setUp(4);
  order.announced(STREAM, 5);
  order.announced(STREAM, 6);
  order.announced(STREAM, 7);
  expect(reads.map(({ since }) => since)).toEqual([4]);
  await answer(6);
  await answer(7);
  expect({ delivered, reads }).toEqual({ delivered: [5, 6, 7], reads: [] });
});

it('[PULL-7.1] a commit of this process behind one of another waits for it, in the order of versions', async () => {
  const { order, delivered, answer } = setUp(4);
  order.committed(STREAM, versionsAfter(5, 6));
  expect(delivered).toEqual([]);
  order.committed(STREAM, versionsAfter(6, 8));
  await answer(5);
  expect(delivered).toEqual([5, 6, 7, 8]);
  order.committed(STREAM, versionsAfter(8, 9));
  expect(delivered.at(-1)).toBe(9);
});

it('[PULL-7.1] a gap that is too long is skipped, and the versions after it are delivered', async () => {
  const { order, delivered, skipped, reads } = setUp(4);
  order.announced(STREAM, 900);
  reads.shift()?.settle({ head: 900, versions: undefined });
  await new Promise((resolve) => setImmediate(resolve));
  order.committed(STREAM, versionsAfter(900, 901));
  expect({ delivered, skipped }).toEqual({ delivered: [901], skipped: [900] });
});

it('[PULL-7.1] a process goes on when the last subscriber leaves while versions are read', async () => {
  // A process that never leaves its microtasks cannot be stopped from within.
  const worker = new Worker(new URL('forget-while-reading.ts', import.meta.url));
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  worker.once('message', resolve);
  worker.once('error', reject);
  const timeout = setTimeout(resolve, 10_000, 'hangs');
  const message = await promise;
  clearTimeout(timeout);
  await worker.terminate();
  expect(message).toBe('goes on');
});

it('[PULL-7.1] versions read for subscribers who have left are not delivered to the next ones', async () => {
  const { order, delivered, answer } = setUp(4);
  order.announced(STREAM, 6);
  order.forget(STREAM);
  order.committed(STREAM, versionsAfter(4, 5));
  await answer(6);
  expect(delivered).toEqual([5]);
});
