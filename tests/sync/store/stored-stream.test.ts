import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { labels } from '../../../model/entities/label.ts';
import { tasks } from '../../../model/entities/task.ts';
import { checkReplica } from '../../../sync/engine/check.ts';
import { readStream } from '../../../sync/engine/context.ts';
import { accountDb, rows } from '../../../sync/store/database.ts';
import { keepKey, newDeviceKey } from '../../../sync/store/device-key.ts';
import { sealedName } from '../../../sync/store/sealed-name.ts';
import { currentStream, type StreamOfWriter1 } from '../../../sync/store/stored-stream.ts';
import { addTask, hire, join, ok, orgStreamOf } from '../../server/support/team.ts';
import type { Device } from '../support/device.ts';
import { type Setup, setUp } from '../support/setup.ts';
import { wholeScopes } from '../support/whole-scopes.ts';

const STREAM = {
  stream: 'org:1',
  epoch: 'e',
  cursor: 20,
  cursorAt: 3,
  complete: 19,
  suspect: false,
  lastSync: 4,
} as const;

/** Frozen: a row as builds of writer version 1 stored it, with a scope in each state. */
const OF_WRITER_1: StreamOfWriter1 = {
  ...STREAM,
  scopes: ['directory', 'project:ahead', 'project:lost', 'group:long', 'group:lost'],
  partial: { 'project:begun': 17, 'project:going': 18 },
  missed: ['project:lost', 'group:lost', 'project:going'],
  filled: { 'project:ahead': 22 },
  windows: { 'group:long': 400, 'group:lost': 7 },
  pieces: { 'group:long': [{ from: 3, to: 9 }] },
};

const CURRENT = {
  ...STREAM,
  scopes: {
    'project:begun': { kind: 'filling', readAt: 17 },
    'project:going': { kind: 'revoking', version: 18 },
    directory: { kind: 'complete', readAt: 20, loaded: null },
    'project:ahead': { kind: 'complete', readAt: 22, loaded: null },
    'project:lost': { kind: 'unlisted', loaded: null },
    'group:long': {
      kind: 'complete',
      readAt: 20,
      loaded: { from: 400, earlier: [{ from: 3, to: 9 }] },
    },
    'group:lost': { kind: 'unlisted', loaded: { from: 7, earlier: [] } },
  },
} as const;

/** Frozen likewise: a first download whose tab was killed. */
const KILLED_DOWNLOAD: StreamOfWriter1 = {
  stream: 'org:1',
  epoch: null,
  cursor: 0,
  scopes: [],
  download: {
    reason: 'first',
    done: 5,
    total: 9,
    run: 'r',
    kept: { epoch: 'e', v: 12, scopes: ['directory', 'group:a'], windows: { 'group:a': 3 } },
  },
  suspect: false,
  lastSync: null,
};

const SHARED = newDeviceKey();
const release = keepKey(SHARED.keyId, SHARED.key);
afterAll(release);

describe('a stream that an older build stored', () => {
  it('[VER-2.4] has one state for each scope', () => {
    expect(currentStream(OF_WRITER_1)).toEqual(CURRENT);
    expect(currentStream(CURRENT)).toBe(CURRENT);
  });

  it('[VER-2.4] [PULL-6.3] keeps the checkpoint of a killed first download', () => {
    expect(currentStream(KILLED_DOWNLOAD)).toEqual({
      stream: 'org:1',
      epoch: null,
      cursor: 0,
      scopes: {},
      download: {
        reason: 'first',
        done: 5,
        total: 9,
        run: 'r',
        checkpoint: {
          epoch: 'e',
          v: 12,
          complete: [
            { scope: 'directory', from: null },
            { scope: 'group:a', from: 3 },
          ],
        },
      },
      suspect: false,
      lastSync: null,
    });
  });

  it('[VER-2.4] keeps a download that had stored no checkpoint, or has none', () => {
    const download = { reason: 'first', done: 0, total: 0, run: '' } as const;
    expect(currentStream({ ...KILLED_DOWNLOAD, download })).toEqual({
      ...KILLED_DOWNLOAD,
      scopes: {},
      download,
    });
    const refill = { ...download, reason: 'refill' } as const;
    expect(currentStream({ ...OF_WRITER_1, download: refill })).toEqual({
      ...CURRENT,
      download: refill,
    });
  });

  it.each(['account', sealedName(SHARED.keyId, '1', '1')])(
    '[VER-2.4] is read in the form of this build from the store %s',
    async (name) => {
      const options = { indexedDB: new IDBFactory(), IDBKeyRange };
      const older = accountDb(name, options);
      await older.dexie.table('streams').put(OF_WRITER_1);
      older.dexie.close();
      const db = accountDb(name, options);
      expect(await db.streams.get('org:1')).toEqual(CURRENT);
      expect(await db.streams.toArray()).toEqual([CURRENT]);
      expect(await db.streams.get('org:2')).toBeUndefined();
      db.dexie.close();
    },
  );
});

describe('an engine on a stream that an older build stored', () => {
  let setup: Setup;
  beforeEach(async () => {
    setup = await setUp();
  });
  afterEach(() => setup.end());

  it('[VER-2.4] [PULL-5.6] continues an interrupted removal', async () => {
    const { team } = setup;
    const member = await hire(team, 'bo@field.test');
    await join(team, member);
    await addTask(team, member, { name: 'Dig' });
    const device = setup.device(member);
    await device.sync();
    const stream = orgStreamOf(member);
    const scope = `project:${team.project}`;
    const membership = `${team.project}.${member.orgUserId ?? ''}`;
    ok(await team.founder.delete(`team-member/update-destroy/${membership}/`));
    const state = await readStream(device.context, stream);
    const others = wholeScopes(state).filter((one) => one !== scope);
    await putOlder(device, {
      ...state,
      scopes: others,
      partial: { [scope]: state.cursor },
      missed: [scope],
    });
    await device.sync();
    expect(await rows(device.db, tasks).count()).toBe(0);
    expect((await readStream(device.context, stream)).scopes).not.toHaveProperty([scope]);
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[VER-2.4] [PULL-6.3] resumes a killed first download', async () => {
    const { team } = setup;
    const first = setup.device();
    await first.sync();
    const stream = orgStreamOf(team.founder);
    const { download: _none, ...state } = await readStream(first.context, stream);
    const scopes = wholeScopes(state).filter((scope) => scope !== `project:${team.project}`);
    await putOlder(first, {
      ...state,
      epoch: null,
      cursor: 0,
      scopes: [],
      download: {
        reason: 'first',
        done: 5,
        total: 9,
        run: 'r',
        kept: { epoch: state.epoch ?? '', v: state.cursor, scopes, windows: {} },
      },
    });
    const before = first.wire.calls.length;
    await first.sync();
    const calls = first.wire.calls.slice(before);
    expect(calls).not.toContain('bootstrap');
    expect(calls).toContain('scope');
    expect(await rows(first.db, labels).count()).toBe(0);
    expect(await checkReplica(first.context)).toEqual({ ok: true, value: [] });
  });

  async function putOlder({ db }: Device, stored: StreamOfWriter1): Promise<void> {
    await db.dexie.table('streams').put(stored);
  }
});
