import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cards } from '../../../model/entities/card.ts';
import { cardRename } from '../../../model/mutations/card/card-rename.ts';
import { accountDb, rows } from '../../../sync/store/database.ts';
import { type DeviceDb, deviceDb } from '../../../sync/store/device-db.ts';
import { importUnsent, type ImportReport } from '../../../sync/store/import-unsent.ts';
import { keepUnsentOnly } from '../../../sync/store/keep-unsent.ts';
import { discardItem } from '../../../sync/store/outbox-actions.ts';
import { copyUnsent } from '../../../sync/store/unsent-copy.ts';
import { type Device, recordOf } from '../support/device.ts';
import { type Setup, setUp } from '../support/setup.ts';

const DAY = 24 * 3_600_000;

describe('a copy of unsent work that is imported on its own device long after', () => {
  let setup: Setup;
  let factory: IDBFactory;
  let known: DeviceDb;
  let here: Device;
  beforeEach(async () => {
    setup = await setUp();
    factory = new IDBFactory();
    known = deviceDb({ indexedDB: new IDBFactory(), IDBKeyRange });
    await known.accounts.put(recordOf(setup.team.founder));
    here = setup.device(setup.team.founder, { factory });
    await here.sync();
  });
  afterEach(() => setup.end());

  const rename = (device: Device, name: string) =>
    device.mutate(cardRename, { id: setup.team.card, name });
  const nameOn = async (device: Device) =>
    (await rows(device.db, cards).get(setup.team.card))?.name;
  const copy = async () => {
    const open = (name: string) => accountDb(name, { indexedDB: factory, IDBKeyRange });
    return (await copyUnsent(known, [recordOf(setup.team.founder)], { open })).file;
  };
  const importHere = async (file: Blob): Promise<ImportReport> =>
    importUnsent(file, { record: here.record, db: here.db, ...(await here.actions()) });
  const renamedElsewhere = async () => {
    const other = setup.device();
    await other.sync();
    await rename(other, 'Renamed later');
    await other.sync();
    await here.sync();
  };
  const days = async (count: number) => {
    for (let day = 0; day < count; day += 1) {
      here.clock.time += DAY;
      await here.sync();
    }
  };
  const expectUntouched = async () => {
    await here.sync();
    expect(await nameOn(here)).toBe('Renamed later');
    expect(await here.db.outbox.count()).toBe(0);
  };

  it('[MUT-10.6] writes nothing again that the journal does not have any more', async () => {
    await rename(here, 'Renamed offline');
    const file = await copy();
    await here.sync();
    await renamedElsewhere();
    await days(33);
    expect(await here.db.journal.count()).toBe(0);
    expect(await importHere(file)).toMatchObject({ imported: 0, known: 1, refused: [] });
    await expectUntouched();
  });

  it('[MUT-10.6] writes nothing again after the store was reduced to its unsent work', async () => {
    await rename(here, 'Renamed offline');
    const file = await copy();
    await here.sync();
    await renamedElsewhere();
    // Acknowledged and not retired: the event of the write has not arrived.
    await rename(here, 'Renamed later');
    const later = await copy();
    const [item] = await here.db.outbox.toArray();
    if (item === undefined) throw new Error('nothing is waiting');
    await here.db.outbox.put({ ...item, state: 'acked', v: 1 });
    await keepUnsentOnly(here.db);
    await here.sync();
    for (const one of [file, later]) {
      expect(await importHere(one)).toMatchObject({ imported: 0, known: 1, refused: [] });
    }
    await expectUntouched();
  });

  it('[MUT-10.6] still has a change that was discarded here, among those that were sent', async () => {
    await rename(here, 'Sent before');
    await here.sync();
    await rename(here, 'Discarded');
    const file = await copy();
    const [{ seq } = { seq: 0 }] = await here.db.outbox.toArray();
    expect(await discardItem(await here.actions(), String(seq))).toBeUndefined();
    await rename(here, 'Sent after');
    await here.sync();
    await days(33);
    expect(await here.db.journal.count()).toBe(0);
    expect(await importHere(file)).toMatchObject({ imported: 1, known: 0, refused: [] });
    await here.sync();
    expect(await nameOn(here)).toBe('Discarded');
  });

  it('[MUT-10.6] has a change again that a server restored to an earlier state may have lost', async () => {
    await rename(here, 'Renamed offline');
    const file = await copy();
    await here.sync();
    await renamedElsewhere();
    await days(33);
    const epochs = (await file.text()).replaceAll(/"epoch": "[^"]*"/g, '"epoch": "former"');
    expect(await importHere(new Blob([epochs]))).toMatchObject({ imported: 1, known: 0 });
  });
});
