import { parentPort } from 'node:worker_threads';
import { createCommitOrder } from '../../../server/realtime/commit-order.ts';
import type { StoredVersions } from '../../../server/realtime/stored-versions.ts';

/** A worker: the last subscriber of a stream leaves while versions are read and more are announced. */
const STREAM = 'org:1';
const { promise, resolve } = Promise.withResolvers<StoredVersions>();
const order = createCommitOrder({
  read: () => promise,
  published: () => 4,
  deliver: () => undefined,
  skip: () => undefined,
  report: () => undefined,
});
order.announced(STREAM, 5);
order.announced(STREAM, 6);
order.forget(STREAM);
resolve({ head: 5, versions: undefined });
setImmediate(() => parentPort?.postMessage('goes on'));
