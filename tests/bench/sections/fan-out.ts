import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import WebSocket from 'ws';
import { memberId } from '../../../model/shared/ids.ts';
import { SCHEMA_VERSION } from '../../../model/protocol/version.ts';
import { cpuOf } from '../cpu.ts';
import { addToBoard, foundTeam, hire } from '../people.ts';
import type { Peer } from '../peer.ts';
import { type Board, seedBoard } from '../seed.ts';
import { startBenchServer, type Setup } from '../setup.ts';
import { ms, type Row } from '../stats.ts';

const unpacked = promisify(gunzip);
const AGENT = new Agent({ keepAlive: true });
const PEOPLE = 12;
const SOCKETS_EACH = 40;
const WRITES = 40;
const PROJECTS = 1_000;
const IMPORTED = 5_000;
/** Milliseconds between two measured writes, so that events are not gathered. */
const APART = 150;
const HEARTBEAT = 25_000;
/** Milliseconds in which the last response of a busy server arrives. */
const LATE = 120_000;

/**
 * What connected devices cost the server: processor time of joins, heartbeats and writes, bytes of an event, and an
 * import that every device has to pull. 480 sockets, 40 of each of twelve people; the first one is the administrator.
 */
export async function fanOut(setup: Setup): Promise<readonly Row[]> {
  const dataDir = join(setup.folder, 'fan-out');
  const server = await startBenchServer(dataDir);
  const sockets: Device[] = [];
  try {
    const people = await foundTeam(server.url, dataDir, PEOPLE);
    const [founder] = people;
    if (founder === undefined) throw new Error('Nobody is there');
    const board = await seedBoard(founder, 200);
    await addToBoard(founder, board, people.slice(1));
    const cpu = () => cpuOf(server.pid);
    const joins = await spent(cpu, async () => {
      for (let count = 0; count < SOCKETS_EACH; count += 1) {
        sockets.push(...(await Promise.all(people.map((peer) => openDevice(server.url, peer)))));
      }
    });
    const idle = await spent(cpu, () => wait(HEARTBEAT));
    const workspace = await workspaceOf(founder);
    const renamed = await perWrite(cpu, sockets, (count) =>
      founder.send('PATCH', `workspace/update-destroy/${workspace}/`, {
        name: `Renamed ${String(count)}`,
      }),
    );
    const task = board.tasks[0] ?? '';
    const edited = await perWrite(cpu, sockets, (count) =>
      founder.send('PATCH', `task/update-destroy/${task}/`, { name: `Edited ${String(count)}` }),
    );
    const outsider = await hire(server.url, dataDir, founder, PEOPLE);
    const rights = await perWrite(cpu, sockets, async (count) => {
      if (count % 2 === 0) await addToBoard(founder, board, [outsider]);
      else {
        const id = memberId(board.project, outsider.orgUserId);
        await founder.send('DELETE', `team-member/update-destroy/${id}/`, {});
      }
    });
    const bulk = await importTasks({ ...server, founder, board, devices: sockets });
    await addProjects(founder, workspace);
    const bytes = await bytesOfEvent(server.url, founder, task);
    return [
      row(`${String(sockets.length)} sockets join: processor time of the server`, ms(joins)),
      row('25 s without a write, one heartbeat to each of them', ms(idle)),
      row('a workspace renamed: processor time of the server a write', ms(renamed), 'aim 15 ms'),
      row('a task renamed: the same', ms(edited), 'aim 15 ms'),
      row('a person added to a project or removed: the same', ms(rights)),
      row(
        `an event of one changed task to an administrator of ${PROJECTS.toLocaleString('en')} projects`,
        `${String(bytes)} bytes`,
      ),
      ...bulk,
    ];
  } finally {
    for (const { socket } of sockets) socket.terminate();
    server.stop();
  }
}

function row(what: string, value: string, against = ''): Row {
  return { what: `fan-out: ${what}`, value, against, met: undefined };
}

interface Device {
  readonly peer: Peer;
  readonly socket: WebSocket;
  /** Bytes of the received frames. */
  received: number;
  /** Newest head of the organisation's stream that a frame named. */
  head: number;
}

/** A socket as the app opens it. */
async function openDevice(url: string, peer: Peer): Promise<Device> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws/sync/`);
  const device: Device = { peer, socket, received: 0, head: 0 };
  const ready = new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data) => {
      const text = String(data);
      device.received += text.length;
      device.head = Math.max(device.head, headIn(JSON.parse(text), peer.stream));
      resolve();
    });
  });
  await new Promise((resolve) => {
    socket.once('open', resolve);
  });
  const { token, orgId: organization } = peer;
  const hello = { type: 'hello', token, organization, schema: SCHEMA_VERSION };
  socket.send(JSON.stringify({ ...hello, scopes_digest: true }));
  await ready;
  return device;
}

function headIn(frame: unknown, stream: string): number {
  const { type, head, heads, stream: of } = Object(frame);
  if (type === 'changed') return of === stream ? Number(head) : 0;
  return Number(Object(heads)[stream] ?? 0);
}

async function workspaceOf(founder: Peer): Promise<string> {
  const answer: unknown = await founder.get('workspace/list/');
  const data: unknown = Reflect.get(Object(answer), 'data');
  return String(Reflect.get(Object(Array.isArray(data) ? data[0] : undefined), 'id'));
}

/** Processor time of a write and its events, without that of an idle server. */
async function perWrite(
  cpu: () => number,
  devices: readonly Device[],
  write: (count: number) => Promise<unknown>,
): Promise<number> {
  // Code that has not run yet is slower.
  for (let count = 0; count < 10; count += 1) {
    await write(count);
    await wait(APART);
  }
  const total = await spent(cpu, async () => {
    for (let count = 0; count < WRITES; count += 1) {
      await write(count);
      await wait(APART);
    }
  });
  if (devices.some(({ head }) => head === 0)) throw new Error('a device received no event');
  return total / WRITES;
}

/** Bytes of the event about a task of one administrator with many projects. */
async function bytesOfEvent(url: string, founder: Peer, task: string): Promise<number> {
  const device = await openDevice(url, founder);
  await founder.send('PATCH', `task/update-destroy/${task}/`, { name: 'Before' });
  await wait(1_000);
  const before = device.received;
  await founder.send('PATCH', `task/update-destroy/${task}/`, { name: 'Measured' });
  await wait(1_000);
  device.socket.terminate();
  return device.received - before;
}

async function addProjects(founder: Peer, workspace: string): Promise<void> {
  await founder.push(
    Array.from({ length: PROJECTS }, (_, index) => {
      const name = `Project ${String(index)}`;
      const body = {
        id: founder.id(),
        workspace,
        name,
        description: '',
        creator: founder.orgUserId,
      };
      return { method: 'POST' as const, path: 'project/create/', body };
    }),
  );
}

interface Import {
  readonly url: string;
  readonly pid: number;
  readonly founder: Peer;
  readonly board: Board;
  readonly devices: readonly Device[];
}

/** Every device pulls as the app does: after an event without changes, one request after another until it is complete. */
async function importTasks({ url, pid, founder, board, devices }: Import): Promise<readonly Row[]> {
  const cursors = devices.map(({ head }) => head);
  let isOver = false;
  let longest = 0;
  let peak = 0;
  const health = fork('tests/bench/health-watch.ts', [url]);
  health.on('message', (value) => {
    longest = Number(value);
  });
  const watch = (async () => {
    while (!isOver) {
      peak = Math.max(peak, memoryOf(pid));
      await wait(50);
    }
  })();
  const start = performance.now();
  const before = cpuOf(pid);
  const tasks = Array.from({ length: IMPORTED }, (_, index) => ({
    method: 'POST' as const,
    path: 'task/create/',
    body: {
      id: founder.id(),
      name: `Imported ${String(index)}`,
      description: 'The path up is marked by cairns. '.repeat(6),
      project_card: board.cards[index % board.cards.length],
      flag: board.flag,
      assigned_to: memberId(board.project, founder.orgUserId),
    },
  }));
  let target = Number.POSITIVE_INFINITY;
  const followed = devices.map((device, index) =>
    follow(device, cursors[index] ?? 0, () => target),
  );
  await founder.push(tasks);
  const written = performance.now();
  target = Number(Reflect.get(Object(await pull(founder, 0, 1)), 'head'));
  const retries = await Promise.all(followed);
  const took = performance.now() - start;
  const cpu = cpuOf(pid) - before;
  isOver = true;
  health.disconnect();
  await watch;
  const later = retries.reduce((sum, one) => sum + one, 0);
  const what = `${IMPORTED.toLocaleString('en')} tasks imported, ${String(devices.length)} devices pull them`;
  return [
    row(
      `${what}: until the last one has all`,
      ms(took),
      `${ms(written - start)} of it for the writes; aim 30 s`,
    ),
    row(
      'the same: processor time of the server',
      ms(cpu),
      `${String(later)} requests told to come again`,
    ),
    row('the same: longest response of /healthz', ms(longest), 'aim 250 ms'),
    row('the same: memory of the server', `${peak.toFixed(0)} MB`, 'aim 400 MB'),
  ];
}

/** Pulls whenever an event names a head above the cursor; resolves with the number of requests that were deferred. */
async function follow(device: Device, cursor: number, target: () => number): Promise<number> {
  let at = cursor;
  let deferred = 0;
  const end = performance.now() + LATE;
  while (at < target() && performance.now() < end) {
    if (device.head <= at) {
      await wait(20);
      continue;
    }
    const { next, retryAfter } = await nextAfter(device.peer, at);
    if (next === undefined) {
      deferred += 1;
      await wait(retryAfter * 1_000 + Math.random() * 500);
    } else at = next;
  }
  if (at < target()) throw new Error('a device has not received the import');
  return deferred;
}

/**
 * Version at the end of the next page, as a browser requests it. Its rows are decompressed and neither decoded nor
 * parsed: one process is all 480 devices.
 */
async function nextAfter(
  { url, token, orgId, stream }: Peer,
  since: number,
): Promise<{ readonly next?: number; readonly retryAfter: number }> {
  const query = new URLSearchParams({
    organization_accesskey_id: orgId,
    stream,
    since: String(since),
    limit: '1000',
  });
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' };
  request(`${url}/rest/sync/pull?${query}`, { agent: AGENT, headers }, resolve)
    .on('error', reject)
    .end();
  const response = await promise;
  const received = await buffer(response);
  const isPacked = response.headers['content-encoding'] === 'gzip';
  const body = isPacked ? await unpacked(received) : received;
  const retryAfter = Number(response.headers['retry-after'] ?? 1);
  if (response.statusCode === 429) return { retryAfter };
  if (response.statusCode !== 200) throw new Error(String(body));
  return { next: Number(/"next":(\d+)/.exec(String(body.subarray(-200)))?.[1]), retryAfter };
}

function pull(peer: Peer, since: number, limit: number): Promise<unknown> {
  const stream = encodeURIComponent(peer.stream);
  const query = `stream=${stream}&since=${String(since)}&limit=${String(limit)}`;
  return peer.get(`sync/pull?${query}`);
}

/** Milliseconds of the server's processor time during some work. */
async function spent(cpu: () => number, work: () => Promise<unknown>): Promise<number> {
  const before = cpu();
  await work();
  return cpu() - before;
}

/** Resident megabytes. */
function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
