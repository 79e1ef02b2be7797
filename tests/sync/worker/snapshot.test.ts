import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENTITIES } from '../../../model/entities/registry.ts';
import { cardRename } from '../../../model/mutations/card/card-rename.ts';
import { SCHEMA_VERSION } from '../../../model/protocol/version.ts';
import { type AccountDb, accountDb } from '../../../sync/store/database.ts';
import { attachFiles } from '../../../sync/store/attach-file.ts';
import { localBytes } from '../../../sync/store/local-files.ts';
import { sealRecords } from '../../../sync/store/snapshot-format.ts';
import { snapshotApi } from '../../../sync/worker/snapshot-api.ts';
import { openSnapshot } from '../../../sync/worker/snapshot-open.ts';
import { readSnapshot } from '../../../sync/worker/snapshot-records.ts';
import { saveSnapshot } from '../../../sync/worker/snapshot-save.ts';
import { addTask } from '../../server/support/team.ts';
import type { Device } from '../support/device.ts';
import { type Setup, setUp } from '../support/setup.ts';

const PASSPHRASE = 'four quiet herons wade';

describe('a snapshot of an account', () => {
  let setup: Setup;
  let device: Device;
  const opened: AccountDb[] = [];
  beforeEach(async () => {
    setup = await setUp();
    for (let n = 0; n < 60; n += 1) await addTask(setup.team, setup.team.founder);
    device = setup.device();
    await device.sync();
  });
  afterEach(async () => {
    for (const db of opened.splice(0)) db.dexie.close();
    await setup.end();
  });

  it('has every row as the person sees it, and what is unsent, with its files', async () => {
    await device.mutate(cardRename, { id: setup.team.card, name: 'Renamed offline' });
    const id = device.newId();
    const content = new Blob([new Uint8Array(2_500_000).fill(7)], { type: 'image/png' });
    const { db } = device;
    const scope = `project:${setup.team.project}`;
    const files = [{ id, content, name: 'Ford.png', scope }];
    expect(await attachFiles({ ...(await device.actions()), db, files })).toBeUndefined();
    const there = await open(await save());
    for (const { table } of ENTITIES) {
      const rows = await there.dexie.table(table).toArray();
      expect({ table, rows }).toEqual({ table, rows: await db.dexie.table(table).toArray() });
    }
    expect(await there.dexie.table('tasks').count()).toBe(60);
    expect(await there.streams.toArray()).toEqual(await db.streams.toArray());
    expect((await there.outbox.toArray()).map(({ name }) => name)).toEqual([
      'card-rename',
      'file-add',
    ]);
    const bytes = await localBytes(there, id);
    expect(bytes?.size).toBe(2_500_000);
  });

  it('[MUT-9.5] has half-typed texts, which are put back and stored nowhere else', async () => {
    const file = await save();
    const there = await open(file);
    expect(there.dexie.tables.map(({ name }) => name)).not.toContain('drafts');
    const api = snapshotApi(() => device.db);
    expect(await api.unsent(file, PASSPHRASE, device.record.orgId)).toMatchObject({
      ok: true,
      value: { drafts: [{ id: 'task-new', text: '{"name":"Cut"}' }] },
    });
    expect(JSON.stringify(await manifestOf(file))).not.toContain('task-new');
  });

  it('of a newer build is refused, and leaves what is unknown to this build aside otherwise', async () => {
    const manifest = await manifestOf(await save());
    const newer = await sealed([{ ...manifest, schema: SCHEMA_VERSION + 1 }]);
    await expect(readSnapshot(newer, PASSPHRASE)).rejects.toThrow(/newer version of Cairn/);
    const unknown = { kind: 'rows', of: 0, table: 'from-the-future', rows: [{ id: 'a' }] };
    const there = await open(await sealed([manifest, unknown, { kind: 'end' }]));
    expect(await there.dexie.table('tasks').count()).toBe(0);
    const api = snapshotApi(() => device.db);
    expect(await api.unsent(new Blob(['None']), PASSPHRASE, '1')).toEqual({
      ok: false,
      message: 'This file is not a snapshot of Cairn.',
    });
    const other = await sealed([{ kind: 'another' }]);
    expect(await api.unsent(other, PASSPHRASE, '1')).toMatchObject({ ok: false });
  });

  async function save(): Promise<Blob> {
    const request = {
      accounts: [{ ...device.record, drafts: [{ id: 'task-new', text: '{"name":"Cut"}' }] }],
      displayName: 'Ada',
      email: 'ada@field.test',
      sealingKey: undefined,
      passphrase: PASSPHRASE,
      withFiles: false,
      at: '2026-03-02T09:00:00Z',
    };
    const { indexedDB } = device.db.dexie._options;
    const saving = {
      open: (name: string) => accountDb(name, { indexedDB, IDBKeyRange }),
      notify: () => undefined,
      iterations: 1,
    };
    return (await saveSnapshot(request, saving)).file;
  }

  /** The stores have the name of encrypted ones in the browser. */
  async function open(file: Blob): Promise<AccountDb> {
    const options = { indexedDB: new IDBFactory(), IDBKeyRange };
    const store = () => accountDb('opened', options);
    const notify = () => undefined;
    await openSnapshot(file, { passphrase: PASSPHRASE, keyId: '1', open: store, notify });
    const there = store();
    opened.push(there);
    return there;
  }

  const manifestOf = async (file: Blob) => (await readSnapshot(file, PASSPHRASE)).manifest;

  async function sealed(heads: readonly object[]): Promise<Blob> {
    async function* records() {
      for (const head of heads) yield { head };
    }
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    for await (const chunk of sealRecords(records(), { passphrase: PASSPHRASE, iterations: 1 })) {
      chunks.push(chunk);
    }
    return new Blob(chunks);
  }
});
