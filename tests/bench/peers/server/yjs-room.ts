import { createDecoder, readVarUint } from 'lib0/decoding';
import { createEncoder, type Encoder, length, toUint8Array, writeVarUint } from 'lib0/encoding';
import { readSyncMessage, writeSyncStep1, writeUpdate } from 'y-protocols/sync';
import type { WebSocket } from 'ws';
import * as Y from 'yjs';
import type { BenchRow } from '../page/replica.ts';

/** Type of a message of y-websocket that belongs to the document; the others are presence. */
const SYNC = 0;

/** One document in memory, with the protocol of y-websocket. */
export function yjsRoom(
  seed: readonly BenchRow[],
  on: { readonly received: () => void; readonly changed: (rows: number) => void },
) {
  const doc = new Y.Doc();
  const tasks: Y.Map<Y.Map<unknown>> = doc.getMap('tasks');
  doc.transact(() => {
    for (const row of seed) tasks.set(row.id, new Y.Map(Object.entries(row)));
  });
  const sockets = new Set<WebSocket>();
  doc.on('update', (update, origin) => {
    const bytes = message((encoder) => writeUpdate(encoder, update));
    for (const socket of sockets) if (socket !== origin) socket.send(bytes);
  });
  tasks.observeDeep((events) => on.changed(events.length));
  return (socket: WebSocket): void => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('message', (data) => {
      const decoder = createDecoder(bytesOf(data));
      if (readVarUint(decoder) !== SYNC) return;
      on.received();
      const encoder = createEncoder();
      writeVarUint(encoder, SYNC);
      readSyncMessage(decoder, encoder, doc, socket);
      if (length(encoder) > 1) socket.send(toUint8Array(encoder));
    });
    socket.send(message((encoder) => writeSyncStep1(encoder, doc)));
  };
}

function message(write: (encoder: Encoder) => void): Uint8Array {
  const encoder = createEncoder();
  writeVarUint(encoder, SYNC);
  write(encoder);
  return toUint8Array(encoder);
}

function bytesOf(data: Buffer | ArrayBuffer | Buffer[]): Uint8Array {
  if (Array.isArray(data)) return new Uint8Array(Buffer.concat(data));
  return new Uint8Array(data);
}
