import { afterEach, expect, it, vi } from 'vitest';
import type { SocketFrame } from '../../../model/protocol/messages.ts';
import { sharedSocket } from '../../../sync/browser/shared-socket.ts';

/** PULL-10 on this process's Web Locks and BroadcastChannel. The test is the other end of every connection. */

/** The server's end. */
interface Connection {
  readonly send: (frame: SocketFrame) => void;
  readonly lose: () => void;
}

const READY: SocketFrame = { type: 'ready', heads: { 'org:1': 7 } };
const CHANGED: SocketFrame = { type: 'changed', stream: 'org:1', from: 7, head: 8 };
const HEARTBEAT: SocketFrame = { type: 'heartbeat', heads: { 'org:1': 8 } };

const open: Tab[] = [];
let number = 0;

afterEach(async () => {
  for (const tab of open.splice(0).toReversed()) await tab.close();
});

it('[PULL-10.1] the tabs of a browser have one connection, and each receives its frames', async () => {
  const line = createLine();
  const first = line.tab();
  const [connection] = await line.hasConnections(1);
  connection?.send(READY);
  const second = line.tab();
  await second.hasReceived(READY);
  connection?.send(CHANGED);
  await second.hasReceived(READY, CHANGED);
  await first.hasReceived(READY, CHANGED);
  expect(line.connections).toHaveLength(1);
});

it('[PULL-10.2] a tab that opens later receives the present heads as its handshake', async () => {
  const line = createLine();
  const first = line.tab();
  const [connection] = await line.hasConnections(1);
  connection?.send(READY);
  connection?.send(CHANGED);
  await first.hasReceived(READY, CHANGED);
  const second = line.tab();
  await second.hasReceived({ type: 'ready', heads: { 'org:1': 8 } });
});

it('[PULL-10.3] when the tab with the socket closes, another one connects, and none reports a loss', async () => {
  const line = createLine();
  const first = line.tab();
  const [connection] = await line.hasConnections(1);
  connection?.send(READY);
  const second = line.tab();
  const third = line.tab();
  await second.hasReceived(READY);
  await third.hasReceived(READY);
  await first.close();
  const [, next] = await line.hasConnections(2);
  next?.send(READY);
  next?.send(CHANGED);
  await second.hasReceived(READY, READY, CHANGED);
  await third.hasReceived(READY, READY, CHANGED);
  expect([second.losses(), third.losses()]).toEqual([0, 0]);
  expect(line.connections).toHaveLength(2);
});

it('[PULL-10.4] after a loss the tabs have one connection again, and each receives its frames', async () => {
  const line = createLine();
  const first = line.tab();
  const [connection] = await line.hasConnections(1);
  connection?.send(READY);
  const second = line.tab();
  await second.hasReceived(READY);
  connection?.lose();
  await expect.poll(() => first.losses()).toBe(1);
  const [, next] = await line.hasConnections(2);
  next?.send({ type: 'ready', heads: { 'org:1': 7 } });
  await line.isQuiet();
  next?.send(CHANGED);
  // The tab that reconnects after the other one receives a handshake of its own.
  await expect.poll(() => first.received().at(-1)).toEqual(CHANGED);
  await expect.poll(() => second.received().at(-1)).toEqual(CHANGED);
  expect(line.connections).toHaveLength(2);
});

it('[PULL-10.5] beside a suspended tab with the socket, a tab connects by itself', async () => {
  const line = createLine();
  const suspended = await line.holdLock();
  const tab = line.tab();
  line.pass(1_999);
  expect(line.connections).toHaveLength(0);
  line.pass(1);
  const [connection] = await line.hasConnections(1);
  connection?.send(READY);
  await tab.hasReceived(READY);
  suspended.resume();
});

it('[PULL-10.6] a tab that becomes visible asks, and connects by itself when the other one is suspended by then', async () => {
  const line = createLine();
  line.tab();
  const [connection] = await line.hasConnections(1);
  connection?.send(READY);
  const second = line.tab({ isVisible: false });
  await second.hasReceived(READY);
  line.suspend(0);
  line.pass(60_000);
  expect(line.connections, 'a hidden tab waits').toHaveLength(1);
  second.show();
  line.pass(2_000);
  const [, own] = await line.hasConnections(2);
  own?.send(HEARTBEAT);
  await second.hasReceived(READY, HEARTBEAT);
});

it('[PULL-10.6] a visible tab asks after a silence longer than a heartbeat, and goes on following when it is answered', async () => {
  const line = createLine();
  line.tab();
  const [connection] = await line.hasConnections(1);
  connection?.send(READY);
  const second = line.tab();
  await second.hasReceived(READY);
  const answered = line.posts('answer');
  line.pass(30_000);
  await answered;
  line.pass(2_000);
  expect(line.connections).toHaveLength(1);
  line.suspend(0);
  line.pass(30_000);
  line.pass(2_000);
  await line.hasConnections(2);
});

interface Tab {
  readonly received: () => readonly SocketFrame[];
  readonly hasReceived: (...frames: readonly SocketFrame[]) => Promise<void>;
  /** Number of lost connections. */
  readonly losses: () => number;
  readonly show: () => void;
  readonly close: () => Promise<void>;
}

/** Tabs of one browser. Time passes only with `pass`. */
function createLine() {
  number += 1;
  const name = `shared-socket-test-${String(number)}`;
  const connections: Connection[] = [];
  const timers = new Set<{ left: number; readonly task: () => void }>();
  const suspended = new Set<BroadcastChannel>();
  const channels: BroadcastChannel[] = [];
  vi.stubGlobal('BroadcastChannel', recordedChannel(channels, suspended));
  return {
    connections,
    hasConnections: async (count: number): Promise<readonly Connection[]> => {
      await expect.poll(() => connections).toHaveLength(count);
      return connections;
    },
    /** Nothing that is sent to this tab is answered any more. */
    suspend: (index: number) => {
      const channel = channels[index];
      if (channel !== undefined) suspended.add(channel);
    },
    /** Resolves when the tabs have had time to reconnect and to ask. */
    isQuiet: () => new Promise<void>((resolve) => setTimeout(resolve, 100)),
    posts: (kind: string): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const listener = new NativeChannel(name);
      listener.onmessage = ({ data }) => {
        if (Reflect.get(Object(data), 'kind') !== kind) return;
        listener.close();
        // The tabs receive it in the same turn or the next one.
        setTimeout(resolve, 20);
      };
      return promise;
    },
    pass: (milliseconds: number) => {
      for (const timer of timers) timer.left -= milliseconds;
      for (const timer of timers) {
        if (timer.left > 0) continue;
        timers.delete(timer);
        timer.task();
      }
    },
    /** A tab that holds the lock and does nothing. */
    holdLock: async () => {
      const held = Promise.withResolvers<void>();
      const { promise, resolve } = Promise.withResolvers<void>();
      void navigator.locks.request(name, () => {
        held.resolve();
        return promise;
      });
      await held.promise;
      return { resume: resolve };
    },
    tab: ({ isVisible = true }: { readonly isVisible?: boolean } = {}): Tab => {
      const frames: SocketFrame[] = [];
      const listeners = new Set<() => void>();
      let visible = isVisible;
      let lost = 0;
      let isClosing = false;
      const socket = sharedSocket({
        name,
        socket: {
          connect: ({ frame, closed }) => {
            connections.push({ send: frame, lose: closed });
            return closed;
          },
        },
        timers: {
          after: (left, task) => {
            const timer = { left, task };
            timers.add(timer);
            return () => timers.delete(timer);
          },
        },
        online: {
          isVisible: () => visible,
          subscribe: (changed) => {
            listeners.add(changed);
            return () => listeners.delete(changed);
          },
        },
      });
      let disconnect = () => {};
      // As the engine does, some time after a loss.
      const connect = () => {
        if (isClosing) return;
        disconnect = socket.connect({
          frame: (frame) => frames.push(frame),
          closed: () => {
            if (isClosing) return;
            lost += 1;
            setTimeout(connect, 10);
          },
        });
      };
      connect();
      const tab: Tab = {
        received: () => frames,
        hasReceived: async (...wanted) => {
          await expect.poll(() => frames).toEqual(wanted);
        },
        losses: () => lost,
        show: () => {
          visible = true;
          for (const changed of listeners) changed();
        },
        close: async () => {
          isClosing = true;
          disconnect();
          await Promise.resolve();
        },
      };
      open.push(tab);
      return tab;
    },
  };
}

const NativeChannel = globalThis.BroadcastChannel;

/** The real channel; a suspended one drops what it receives. */
function recordedChannel(channels: BroadcastChannel[], suspended: ReadonlySet<BroadcastChannel>) {
  return class extends NativeChannel {
    constructor(name: string) {
      super(name);
      channels.push(this);
    }

    override set onmessage(listener: (event: MessageEvent) => void) {
      super.onmessage = (event: MessageEvent) => {
        if (!suspended.has(this)) listener(event);
      };
    }
  };
}
