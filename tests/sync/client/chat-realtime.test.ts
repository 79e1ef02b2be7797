import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openChatRealtime } from '../../../sync/client/chat-realtime.ts';

/** Browser socket that the test controls. */
class HandSocket {
  static readonly OPEN = 1;
  static made: HandSocket[] = [];
  readyState = 0;
  readonly sent: string[] = [];
  onopen: () => void = () => undefined;
  onmessage: (event: { readonly data: string }) => void = () => undefined;
  onclose: () => void = () => undefined;
  readonly url: string;

  constructor(url: string) {
    this.url = url;
    HandSocket.made.push(this);
  }

  opened(): void {
    this.readyState = HandSocket.OPEN;
    this.onopen();
  }

  receives(frame: object): void {
    this.onmessage({ data: JSON.stringify(frame) });
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose();
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  HandSocket.made = [];
  vi.stubGlobal('WebSocket', HandSocket);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('window', {
    location: { origin: 'https://cairn.example' },
    setTimeout: (run: () => void, ms: number) => Number(setTimeout(run, ms)),
    clearTimeout,
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a closed connection is made again after 3 s, with a new ticket', async () => {
  const { live: realtime } = await start();
  HandSocket.made[0]?.opened();
  HandSocket.made[0]?.close();
  await vi.advanceTimersByTimeAsync(2_900);
  expect(HandSocket.made).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(HandSocket.made.map(({ url }) => url)).toEqual([
    'wss://cairn.example/ws/chat/user/7/?ticket=t1',
    'wss://cairn.example/ws/chat/user/7/?ticket=t2',
  ]);
  realtime.close();
});

it('a connection that never opens is retried with jitter', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const { live: realtime } = await start();
  HandSocket.made[0]?.close();
  await vi.advanceTimersByTimeAsync(3_100);
  expect(HandSocket.made).toHaveLength(2);
  HandSocket.made[1]?.close();
  await vi.advanceTimersByTimeAsync(3_100);
  expect(HandSocket.made).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(HandSocket.made).toHaveLength(3);
  realtime.close();
});

it('a silent connection is closed within 30 s, one with a heartbeat stays open', async () => {
  const { live: realtime } = await start();
  const [first] = HandSocket.made;
  first?.opened();
  for (let beat = 0; beat < 5; beat += 1) {
    await vi.advanceTimersByTimeAsync(12_000);
    first?.receives({ type: 'heartbeat' });
  }
  expect(first?.readyState).toBe(HandSocket.OPEN);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(first?.readyState).toBe(3);
  realtime.close();
});

it('typing notices are received, own ones are throttled, and a closed chat does not reconnect', async () => {
  const { live: realtime, typing } = await start();
  const [first] = HandSocket.made;
  first?.opened();
  first?.receives({ type: 'typing', organization_user: '9' });
  first?.receives({ type: 'new_message', message: 'for other clients' });
  expect(typing).toEqual(['9']);
  realtime.sendTyping();
  realtime.sendTyping();
  expect(first?.sent).toEqual([JSON.stringify({ type: 'typing' })]);
  realtime.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(HandSocket.made).toHaveLength(1);
});

async function start() {
  const typing: string[] = [];
  let tickets = 0;
  const realtime = openChatRealtime({
    address: 'user/7',
    ticket: async () => `t${(tickets += 1)}`,
    typing: (person) => typing.push(person),
  });
  await vi.advanceTimersByTimeAsync(0);
  return { live: realtime, typing };
}
