import * as v from 'valibot';
import { WebSocket } from 'ws';
import { type PullPage, pullPageSchema, socketFrameSchema } from '../../model/protocol/messages.ts';
import { SCHEMA_VERSION } from '../../model/protocol/version.ts';
import { noteError, type Traffic } from './http.ts';
import type { Person } from './person.ts';

/** One open realtime connection that follows the stream as an engine does: events by frame, gaps by pull. */
export interface Device {
  readonly close: () => void;
}

interface DeviceInput {
  /** `ws://` or `wss://` address of the server. */
  readonly url: string;
  readonly person: Person;
  readonly traffic: Traffic;
  /** Names of the tasks that a page contains. */
  readonly saw: (names: readonly string[]) => void;
}

const LIMIT = 200;

/** Resolves after the handshake; rejects when the server refuses it. */
export async function openDevice(input: DeviceInput): Promise<Device> {
  const { url, person, traffic, saw } = input;
  const { token, orgId, stream } = person;
  const socket = new WebSocket(`${url}/ws/sync/`);
  const ready = Promise.withResolvers<void>();
  let cursor = 0;
  let pulling = false;
  let closing = false;
  const apply = (page: Pick<PullPage, 'next' | 'changes'>) => {
    cursor = Math.max(cursor, page.next);
    saw(page.changes.flatMap((change) => (change.kind === 'put' ? nameOf(change.row) : [])));
  };
  const pull = async (head: number): Promise<void> => {
    if (pulling) return;
    pulling = true;
    try {
      while (cursor < head) {
        const query = `stream=${encodeURIComponent(stream)}&since=${String(cursor)}&limit=${String(LIMIT)}`;
        const path = `sync/pull?${query}&organization_accesskey_id=${orgId}`;
        const reply = await person.call('GET', path, { token });
        if (reply.status !== 200) return;
        apply(v.parse(v.pipe(v.string(), v.parseJson(), pullPageSchema), reply.text));
      }
    } finally {
      pulling = false;
    }
  };
  const receive = (text: string): void => {
    const frame = v.parse(v.pipe(v.string(), v.parseJson(), socketFrameSchema), text);
    switch (frame.type) {
      case 'ready':
        cursor = frame.heads[stream] ?? 0;
        ready.resolve();
        return;
      case 'changed':
        if (frame.stream !== stream) return;
        if (frame.page !== undefined && frame.from === cursor) apply(frame.page);
        else pull(frame.head).catch(() => noteError(traffic, 'pull broke'));
        return;
      case 'heartbeat':
        pull(frame.heads[stream] ?? 0).catch(() => noteError(traffic, 'pull broke'));
        return;
      case 'closed':
        noteError(traffic, `socket closed: ${frame.code}`);
        ready.reject(new Error(`The server closed a socket: ${frame.code}`));
    }
  };
  socket.on('open', () => {
    const hello = { type: 'hello', token, organization: orgId, schema: SCHEMA_VERSION };
    socket.send(JSON.stringify(hello));
  });
  socket.on('message', (data: Buffer) => {
    traffic.bytesReceived += data.length;
    receive(data.toString('utf8'));
  });
  socket.on('error', (error) => ready.reject(error));
  socket.on('close', () => {
    if (!closing) noteError(traffic, 'socket lost');
    ready.reject(new Error('A socket was closed in its handshake'));
  });
  await ready.promise;
  return {
    close: () => {
      closing = true;
      socket.close();
    },
  };
}

function nameOf(row: Readonly<Record<string, unknown>>): readonly string[] {
  const { name } = row;
  return typeof name === 'string' ? [name] : [];
}
