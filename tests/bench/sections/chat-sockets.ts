import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import WebSocket from 'ws';
import { at, type Peer, startPeer } from '../peer.ts';
import { ms, percentile, type Row } from '../stats.ts';
import { startBenchServer, type Setup } from '../setup.ts';

const IDLE = 2_000;
/**
 * Maximum number of sockets per person (server/realtime/chat-socket.ts) without the two that send.
 */
const IDLE_EACH = 28;
const TALKERS = 25;
/** Messages a second of all senders together; each stays below the limit of one socket. */
const RATE = 200;
const SECONDS = 15;
const LATE_MS = 10_000;

/**
 * 2,000 chat sockets that only receive, and 200 durable messages a second, each received by another
 * socket.
 */
export async function chatSockets(setup: Setup): Promise<readonly Row[]> {
  const server = await startBenchServer(join(setup.folder, 'chat'));
  const sockets: WebSocket[] = [];
  const open = async (path: string): Promise<WebSocket> => {
    const socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}/ws/chat/${path}`);
    sockets.push(socket);
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    return socket;
  };
  try {
    const peers: Peer[] = [];
    while (peers.length * IDLE_EACH < IDLE) {
      peers.push(await startPeer(server.url, `chat${String(peers.length)}`));
    }
    const before = memoryOf(server.pid);
    for (const peer of peers) {
      const quiet = await groupOf(peer, 'Quiet');
      const paths = Array.from({ length: IDLE_EACH }, () => pathOf(peer, quiet));
      await Promise.all(paths.map(open));
    }
    const idle = memoryOf(server.pid);
    const pairs = await Promise.all(
      peers.slice(0, TALKERS).map(async (peer) => {
        const path = pathOf(peer, await groupOf(peer, 'Busy'));
        return { speaker: await open(path), listener: await open(path) };
      }),
    );
    const { took, lost, unordered } = await talk(pairs);
    const busy = memoryOf(server.pid);
    const stayed = sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length;
    return rowsOf({ took, lost, unordered, before, idle, busy, stayed, opened: sockets.length });
  } finally {
    for (const socket of sockets) socket.terminate();
    server.stop();
  }
}

interface Pair {
  readonly speaker: WebSocket;
  readonly listener: WebSocket;
}

interface Talk {
  /** Milliseconds from sending to receiving, for each message. */
  readonly took: readonly number[];
  readonly lost: number;
  readonly unordered: number;
}

async function talk(pairs: readonly Pair[]): Promise<Talk> {
  const took: number[] = [];
  const sentAt = pairs.map(() => new Map<string, number>());
  let unordered = 0;
  for (const [index, { listener }] of pairs.entries()) {
    let last = -1;
    listener.on('message', (data) => {
      const frame: unknown = JSON.parse(String(data));
      const text = String(Reflect.get(Object(frame), 'message') ?? '');
      const since = sentAt[index]?.get(text);
      if (since === undefined) return;
      sentAt[index]?.delete(text);
      took.push(performance.now() - since);
      if (Number(text) < last) unordered += 1;
      last = Number(text);
    });
  }
  const start = performance.now();
  for (let count = 0; count < RATE * SECONDS; count += 1) {
    const due = start + (count * 1_000) / RATE;
    while (performance.now() < due) await new Promise((resolve) => setTimeout(resolve, 1));
    const index = count % pairs.length;
    sentAt[index]?.set(String(count), performance.now());
    pairs[index]?.speaker.send(JSON.stringify({ type: 'new_message', message: String(count) }));
  }
  const undelivered = () => sentAt.reduce((sum, one) => sum + one.size, 0);
  const end = performance.now() + LATE_MS;
  while (undelivered() > 0 && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { took, lost: undelivered(), unordered };
}

interface Measured extends Talk {
  /** Megabytes of the server: without sockets, with the idle ones, after the messages. */
  readonly before: number;
  readonly idle: number;
  readonly busy: number;
  readonly stayed: number;
  readonly opened: number;
}

function rowsOf({ took, lost, unordered, before, idle, busy, stayed, opened }: Measured): Row[] {
  const p95 = percentile(took, 0.95);
  return [
    {
      what: `chat: memory of the server with ${IDLE.toLocaleString('en')} idle sockets`,
      value: `${idle.toFixed(0)} MB`,
      against: `${before.toFixed(0)} MB without, ${busy.toFixed(0)} MB after the messages`,
      met: undefined,
    },
    {
      what: `chat: ${String(RATE)} durable messages a second beside them, sent until received`,
      value: `p50 ${ms(percentile(took, 0.5))}, p95 ${ms(p95)}`,
      against: `aim p95 <= 100 ms; ${String(lost)} not received within 10 s, ${String(unordered)} out of order, ${String(opened - stayed)} sockets closed`,
      met: p95 <= 100 && lost === 0 && unordered === 0 && opened === stayed,
    },
  ];
}

async function groupOf(peer: Peer, name: string): Promise<string> {
  const { text } = await peer.send('POST', 'groups/create/', { name, members: [] });
  return at(JSON.parse(text), 'data', 'id');
}

function pathOf({ token, orgId }: Peer, group: string): string {
  return `group/${group}/?token=${token}&organization_accesskey_id=${orgId}`;
}

/** Resident megabytes. */
function memoryOf(pid: number): number {
  return (
    Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1_024
  );
}
