import type { CDPSession, Page } from '@playwright/test';

/** Bytes in use of one script heap. */
interface Heap {
  readonly name: string;
  readonly bytes: number;
}

/** Script heaps of a page and of each of its workers, after a garbage collection in each. */
export async function heapsOf(page: Page, session: CDPSession): Promise<readonly Heap[]> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const heaps: Heap[] = [{ name: 'the page', bytes: usedSize }];
  const browser = page.context().browser();
  for (const { ask, url } of await workersOf(session)) {
    await ask('HeapProfiler.collectGarbage');
    const bytes = Number(Reflect.get(Object(await ask('Runtime.getHeapUsage')), 'usedSize'));
    const name = /([\w-]+?)-[\w-]{8}\.js/.exec(url)?.[1] ?? 'a worker';
    heaps.push({ name: `the ${name}`, bytes });
  }
  return browser === null ? [] : heaps;
}

interface WorkerTarget {
  readonly url: string;
  readonly ask: (method: string) => Promise<unknown>;
}

/** Dedicated workers of the page. The test library has no session for a worker: messages pass through the page's. */
async function workersOf(session: CDPSession): Promise<readonly WorkerTarget[]> {
  const found: WorkerTarget[] = [];
  const waiting = new Map<number, (result: unknown) => void>();
  let last = 0;
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const answer = JSON.parse(message);
    waiting.get(answer.id)?.(answer.result);
  });
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.type !== 'worker') return;
    const ask = (method: string) =>
      new Promise<unknown>((resolve) => {
        last += 1;
        waiting.set(last, resolve);
        const message = JSON.stringify({ id: last, method });
        void session.send('Target.sendMessageToTarget', { sessionId, message });
      });
    found.push({ url: targetInfo.url, ask });
  });
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  return found;
}
