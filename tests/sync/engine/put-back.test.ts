import { IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cardCreate } from '../../../model/mutations/card/card-create.ts';
import { cardRename } from '../../../model/mutations/card/card-rename.ts';
import { checkReplica } from '../../../sync/engine/check.ts';
import { accountDb } from '../../../sync/store/database.ts';
import { parseUnsent, putBack } from '../../../sync/store/put-back.ts';
import { saveSnapshot } from '../../../sync/worker/snapshot-save.ts';
import { readUnsent } from '../../../sync/worker/snapshot-unsent.ts';
import { ok } from '../../server/support/team.ts';
import type { Device } from '../support/device.ts';
import { refuseFirst, states } from '../support/sending.ts';
import { type Setup, setUp } from '../support/setup.ts';

const PASSPHRASE = 'four quiet herons wade';

describe('unsent work that is put back from a snapshot', () => {
  let setup: Setup;
  let lost: Device;
  beforeEach(async () => {
    setup = await setUp();
    lost = setup.device();
    await lost.sync();
  });
  afterEach(() => setup.end());

  it('[MUT-9.1] reaches the server once, although it is put back twice and from a wiped device', async () => {
    await create(lost, 'Unsent');
    await rename(lost, 'Renamed offline');
    const file = await snapshotOf(lost);
    const fresh = await wiped();
    expect(await back(fresh, file)).toEqual({ queued: 2, refused: 0, known: 0 });
    expect(await names(fresh)).toEqual(['Renamed offline', 'Unsent']);
    expect(await back(fresh, file)).toEqual({ queued: 0, refused: 0, known: 2 });
    await expectSent(fresh);
    expect(await cardsAtServer()).toEqual(['Renamed offline', 'Unsent']);
    expect(await back(fresh, file)).toEqual({ queued: 0, refused: 0, known: 2 });
    const again = await wiped();
    await back(again, file);
    await expectSent(again);
    expect(await cardsAtServer()).toEqual(['Renamed offline', 'Unsent']);
  });

  it('[MUT-9.2] is not repeated when the device that made it has sent it, and has read the response', async () => {
    await create(lost, 'Unsent');
    await rename(lost, 'Renamed offline');
    const file = await snapshotOf(lost);
    await lost.sync();
    // Somebody has changed the same name since: a repetition would replace it.
    await renameAtServer('Renamed by Ben');
    // The next batch acknowledges the verdicts, which the server then forgets.
    await create(lost, 'Later');
    await lost.sync();
    await create(lost, 'Latest');
    await lost.sync();
    const fresh = await wiped();
    await back(fresh, file);
    await expectSent(fresh);
    expect(await cardsAtServer()).toEqual(['Later', 'Latest', 'Renamed by Ben', 'Unsent']);
  });

  it('[MUT-9.2] is not repeated when only its response was lost', async () => {
    await rename(lost, 'Renamed offline');
    lost.wire.loseReplies = true;
    const file = await snapshotOf(lost);
    await lost.sync();
    await renameAtServer('Renamed by Ben');
    const fresh = await wiped();
    await back(fresh, file);
    await expectSent(fresh);
    expect(await cardsAtServer()).toEqual(['Renamed by Ben']);
  });

  it('[MUT-9.1] keeps its keys beside mutations of the new device with the same seqs', async () => {
    await create(lost, 'One');
    await create(lost, 'Two');
    const file = await snapshotOf(lost);
    const fresh = await wiped();
    fresh.wire.offline = true;
    await create(fresh, 'Own one');
    await create(fresh, 'Own two');
    await back(fresh, file);
    await create(fresh, 'Own three');
    fresh.wire.offline = false;
    await expectSent(fresh);
    expect(await cardsAtServer()).toEqual([
      'One',
      'Own one',
      'Own three',
      'Own two',
      'To do',
      'Two',
    ]);
    // Both clients are known to the server, and the own one is not taken for a copy.
    await create(fresh, 'Own four');
    await expectSent(fresh);
    const { former } = await fresh.ports.store.read([], (tx) => tx.client());
    expect(former).toEqual([]);
  });

  it('[MUT-9.2] a change that its device continued and sent is rejected and stays readable', async () => {
    await rename(lost, 'First form');
    const file = await snapshotOf(lost);
    await rename(lost, 'Later form');
    await lost.sync();
    const fresh = await wiped();
    await back(fresh, file);
    await fresh.sync();
    await fresh.sync();
    expect(await cardsAtServer()).toEqual(['Later form']);
    const [rejected] = await fresh.db.rejected.toArray();
    expect(rejected?.item.args).toMatchObject({ name: 'First form' });
    expect(rejected?.reason.message).toContain('has sent a later form of it');
  });

  it('[MUT-9.3] lists refused mutations again, with their reasons', async () => {
    await create(lost, 'Refused');
    refuseFirst(lost, { status: 403, code: 'forbidden', message: 'Not you' });
    await lost.sync();
    const file = await snapshotOf(lost);
    const fresh = await wiped();
    expect(await back(fresh, file)).toEqual({ queued: 0, refused: 1, known: 0 });
    expect(await back(fresh, file)).toEqual({ queued: 0, refused: 0, known: 1 });
    const [rejected] = await fresh.db.rejected.toArray();
    expect(rejected?.reason.message).toBe('Not you');
  });

  it('[MUT-9.4] forgets versions of another epoch', async () => {
    await rename(lost, 'Renamed offline');
    expect((await lost.db.outbox.toArray()).every(({ seen }) => seen === undefined)).toBe(false);
    const file = await snapshotOf(lost);
    const fresh = await wiped();
    await back(fresh, file, (epochs) =>
      Object.fromEntries(Object.keys(epochs).map((stream) => [stream, 'another'])),
    );
    expect((await fresh.db.outbox.toArray()).every(({ seen }) => seen === undefined)).toBe(true);
    await expectSent(fresh);
  });

  it('[MUT-9.1] writes nothing of it when the tab is killed before the end', async () => {
    await create(lost, 'Unsent');
    await create(lost, 'Another');
    const file = await snapshotOf(lost);
    const fresh = await wiped();
    const { rejected } = fresh.db;
    rejected.hook('creating', () => {
      throw new Error('killed');
    });
    refuseFirst(lost, { status: 403, code: 'forbidden', message: 'Not you' });
    await lost.sync();
    const withRefused = await snapshotOf(lost);
    await expect(back(fresh, withRefused)).rejects.toThrow('killed');
    expect(await fresh.db.outbox.count()).toBe(0);
    expect(await names(fresh)).toEqual(['To do']);
    await back(fresh, file);
    expect(await names(fresh)).toEqual(['Another', 'To do', 'Unsent']);
  });

  it('is refused while the device is still downloading the organisation', async () => {
    await create(lost, 'Unsent');
    const file = await snapshotOf(lost);
    const fresh = setup.device();
    await expect(back(fresh, file)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await fresh.db.outbox.count()).toBe(0);
  });

  async function wiped(): Promise<Device> {
    const fresh = setup.device();
    await fresh.sync();
    return fresh;
  }

  const create = async (device: Device, name: string) => {
    device.clock.time += 1_000;
    const card = { id: device.newId(), project: setup.team.project, name, rank: 'V' };
    expect(await device.mutate(cardCreate, card)).toBeUndefined();
  };

  const rename = async (device: Device, name: string) => {
    device.clock.time += 1_000;
    expect(await device.mutate(cardRename, { id: setup.team.card, name })).toBeUndefined();
  };

  const renameAtServer = async (name: string) =>
    ok(await setup.team.founder.patch(`project-card/update-destroy/${setup.team.card}/`, { name }));

  async function cardsAtServer(): Promise<readonly string[]> {
    const query = { project: setup.team.project };
    const answer = ok(await setup.team.founder.get('project-card/details/lists/', { query }));
    return answer.body.data.map(({ name }: { name: string }) => name).toSorted();
  }

  async function names(device: Device): Promise<readonly string[]> {
    const rows: readonly { readonly name: string }[] = await device.db.dexie
      .table('cards')
      .toArray();
    return rows.map(({ name }) => name).toSorted();
  }

  async function snapshotOf(device: Device): Promise<Blob> {
    const { record, db } = device;
    const { indexedDB } = db.dexie._options;
    const request = {
      accounts: [{ ...record, drafts: [] }],
      displayName: 'Ada',
      email: '',
      sealingKey: undefined,
      passphrase: PASSPHRASE,
      withFiles: false,
      at: '2026-03-02T09:00:00Z',
    };
    const open = (name: string) => accountDb(name, { indexedDB, IDBKeyRange });
    const saved = await saveSnapshot(request, { open, notify: () => undefined, iterations: 1 });
    return saved.file;
  }

  async function back(
    device: Device,
    file: Blob,
    change: (epochs: Readonly<Record<string, string>>) => Readonly<Record<string, string>> = (
      same,
    ) => same,
  ) {
    const { orgId } = device.record;
    const unsent = await readUnsent(file, { passphrase: PASSPHRASE, orgId });
    const epochs = change(unsent.manifest.organizations[0]?.epochs ?? {});
    const { db, ports } = device;
    return putBack({ db, store: ports.store, epochs, ...parseUnsent(unsent) });
  }

  async function expectSent(device: Device): Promise<void> {
    for (let pass = 0; pass < 3; pass += 1) await device.sync();
    expect(await states(device)).toEqual([]);
    expect(await device.db.rejected.count()).toBe(0);
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  }
});
