import { projectScope } from '../../../model/entities/scopes.ts';
import type { Refusal } from '../../../model/shared/errors.ts';
import { PART_BYTES } from '../../../model/shared/file-limits.ts';
import { httpFiles } from '../../../sync/browser/file-transport.ts';
import { createUploadQueue, type UploadQueue } from '../../../sync/engine/upload-queue.ts';
import type { FileTransport, LocalFile } from '../../../sync/core/ports/files.ts';
import { attachFiles } from '../../../sync/store/attach-file.ts';
import { actorOf } from '../../../sync/store/actor.ts';
import { dexieFiles } from '../../../sync/store/file-store.ts';
import type { RestClient } from '../../support/rest-client.ts';
import type { Team } from '../../server/support/team.ts';
import { type Device, injectHttp } from './device.ts';
import { fakeMachine, stoppedHolder } from './fake-machine.ts';

/** Faults that a test adds to the calls of an upload. */
export interface FileWire {
  offline: boolean;
  /** Number of calls until the network fails. */
  cutAfter: number;
  /** The call arrives and runs; its response is lost. */
  loseReplies: boolean;
  /** Responses in place of the server's; undefined passes the call to the server. */
  instead: { readonly [Name in keyof FileTransport]?: FileTransport[Name] | undefined };
  readonly calls: string[];
}

/** The upload queue of a device with the real store and the real server, whose clock and network the test controls. */
export interface Uploads {
  readonly queue: UploadQueue;
  readonly wire: FileWire;
  /** The server without the faults of the wire. */
  readonly server: FileTransport;
  /** Attaches a file to the team's project; resolves to its id. */
  readonly attach: (content: Uint8Array<ArrayBuffer>, name?: string) => Promise<string | Refusal>;
  readonly file: (id: string) => Promise<LocalFile | undefined>;
  /** Advances the time until the file has this state. */
  readonly until: (id: string, state: LocalFile['state']) => Promise<void>;
  /** Advances the time until this number of calls was made. */
  readonly untilCalls: (count: number) => Promise<void>;
  readonly pass: (milliseconds: number) => Promise<void>;
  /** Sets the device's clock back; timers do not depend on it. */
  readonly setClockBack: (milliseconds: number) => void;
}

export function uploadsOf(
  device: Device,
  team: Pick<Team, 'app' | 'project'>,
  person: RestClient,
  /** A suspended tab holds the lock of the upload queue. */
  { isLockHeld = false }: { readonly isLockHeld?: boolean } = {},
): Uploads {
  const machine = fakeMachine(device.clock.time);
  const wire: FileWire = {
    offline: false,
    cutAfter: Infinity,
    loseReplies: false,
    instead: {},
    calls: [],
  };
  const server = httpFiles({
    http: injectHttp(() => team.app),
    session: { token: () => person.token },
    orgId: person.orgId ?? '',
  });
  const transport = watched(wire, server);
  const lock = isLockHeld ? stoppedHolder(machine.ports) : machine.ports.lock;
  const ports = { ...device.ports, ...machine.ports, lock };
  const context = { ...device.context, ports };
  const store = dexieFiles(device.db, person.orgUserId ?? '');
  const queue = createUploadQueue(context, { store, transport });
  const file = (id: string) => device.db.blobs.get(id);
  return {
    queue: queue,
    wire,
    server,
    file,
    pass: machine.pass,
    setClockBack: (milliseconds) => {
      machine.skew -= milliseconds;
    },
    attach: async (content, name = 'rope.bin') => {
      const id = device.newId();
      const refusal = await attachFiles({
        db: device.db,
        store: device.ports.store,
        actor: await actorOf(device.db, device.record),
        at: device.clock.time,
        files: [{ id, content: new Blob([content]), name, scope: projectScope(team.project) }],
      });
      return refusal ?? id;
    },
    until: async (id, state) => {
      for (let turn = 0; turn < 200; turn += 1) {
        if ((await file(id))?.state === state) return;
        await machine.pass(1_000);
      }
      throw new Error(`The file is ${(await file(id))?.state ?? 'gone'}, not ${state}`);
    },
    untilCalls: async (count) => {
      for (let turn = 0; turn < 200 && wire.calls.length < count; turn += 1) await machine.pass(1);
    },
  };
}

function watched(wire: FileWire, transport: FileTransport): FileTransport {
  const through = async <T>(name: string, call: () => Promise<T>) => {
    wire.calls.push(name);
    if (wire.calls.length > wire.cutAfter) wire.offline = true;
    if (wire.offline) return NETWORK;
    const reply = await call();
    return wire.loseReplies ? NETWORK : reply;
  };
  return {
    parts: (id) => through('parts', () => (wire.instead.parts ?? transport.parts)(id)),
    putPart: (id, n, bytes) =>
      through(`put ${String(n)}`, () => (wire.instead.putPart ?? transport.putPart)(id, n, bytes)),
    complete: (id) => through('complete', () => (wire.instead.complete ?? transport.complete)(id)),
  };
}

const NETWORK = { ok: false, failure: { kind: 'network' } } as const;

export function refused(
  status: number,
  code: 'too_large' | 'conflict' | 'internal' | 'not_found' | 'unavailable' | 'storage_full',
  details: Readonly<Record<string, unknown>> = {},
) {
  const failure = { kind: 'refused', status, code, message: 'No', details } as const;
  return async () => ({ ok: false, failure }) as const;
}

/** Somewhat more than three parts, all different. */
export function large(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(3 * PART_BYTES + 700);
  for (let index = 0; index < bytes.length; index += 1)
    bytes[index] = (index * 7 + (index >> 20)) % 251;
  return bytes;
}

/** Attaches a file to the team's project; resolves to its id. */
export async function picked(
  up: Uploads,
  content: Uint8Array<ArrayBuffer>,
  name?: string,
): Promise<string> {
  const id = await up.attach(content, name);
  if (typeof id !== 'string') throw new Error(id.message);
  return id;
}
