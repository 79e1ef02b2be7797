import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cards } from '../../../model/entities/card.ts';
import { cardRename } from '../../../model/mutations/card-rename.ts';
import { deviceDb, type DeviceDb } from '../../../sync/store/device-db.ts';
import { rows } from '../../../sync/store/database.ts';
import { discardItem } from '../../../sync/store/outbox-actions.ts';
import { outboxItems } from '../../../sync/store/facts.ts';
import { keepPicture, readPicture, storeStamp } from '../../../sync/store/picture.ts';
import { hire, join, ok } from '../../server/support/team.ts';
import type { Device } from '../support/device.ts';
import { refuseFirst } from '../support/sending.ts';
import { type Setup, setUp } from '../support/setup.ts';

const SCREEN = {
  html: '<p>Boots</p>',
  css: '',
  text: 'Boots',
  root: {},
  address: '/workspace/glen',
  surroundings: 'today',
};

describe('the picture of the last screen', () => {
  let world: Setup;
  let factory: IDBFactory;
  let device: Device;
  let here: DeviceDb;
  beforeEach(async () => {
    world = await setUp();
    factory = new IDBFactory();
    here = deviceDb({ indexedDB: factory, IDBKeyRange });
    device = world.device(world.team.founder, { factory });
    await device.sync();
    const { record } = device;
    await here.accounts.put(record);
    await here.session.put({ id: 'current', userId: 'u', accountKey: record.key });
  });
  afterEach(async () => {
    here.dexie.close();
    await world.end();
  });

  const place = () => ({ accountKey: device.record.key, dbName: device.record.dbName });
  const shown = async () => (await readPicture(place(), factory))?.html;
  const keep = async () => {
    const store = device.db.dexie.backendDB();
    keepPicture(store, { ...SCREEN, stamp: await storeStamp(store) });
  };

  it('is shown while nothing has changed, again and again, also by the next process', async () => {
    await keep();
    expect(await shown()).toBe(SCREEN.html);
    expect(await shown()).toBe(SCREEN.html);
    device = device.restart();
    await device.db.dexie.open();
    expect(await shown()).toBe(SCREEN.html);
    device.close();
  });

  it('is not shown after an own change, its confirmation, its refusal or its being given up', async () => {
    await keep();
    await device.mutate(cardRename, { id: world.team.card, name: 'Doing' });
    expect(await shown()).toBeUndefined();
    await keep();
    expect(await shown()).toBe(SCREEN.html);
    await device.sync();
    expect(await shown()).toBeUndefined();

    await device.mutate(cardRename, { id: world.team.card, name: 'Untouched' });
    await keep();
    refuseFirst(device, { status: 403, code: 'forbidden', message: 'Only levels 1 to 3' });
    await device.sync();
    expect(await shown()).toBeUndefined();
    await keep();
    const [refused] = await outboxItems(device.db);
    await discardItem(await device.actions(), refused?.id ?? '');
    expect(await shown()).toBeUndefined();
  });

  it('is not shown after a change of somebody else', async () => {
    await keep();
    const other = world.device();
    await other.sync();
    await other.mutate(cardRename, { id: world.team.card, name: 'Theirs' });
    await other.sync();
    await device.sync();
    expect((await rows(device.db, cards).get(world.team.card))?.name).toBe('Theirs');
    expect(await shown()).toBeUndefined();
  });

  it('is only for who is signed in, on a computer of their own, in an organisation they belong to', async () => {
    await keep();
    const session = { id: 'current', userId: 'u', accountKey: device.record.key } as const;
    await here.session.put({ ...session, shared: true });
    expect(await shown()).toBeUndefined();
    await here.session.put({ ...session, accountKey: 'u:another' });
    expect(await shown()).toBeUndefined();
    await here.session.delete('current');
    expect(await shown()).toBeUndefined();
    await here.session.put(session);
    expect(await shown()).toBe(SCREEN.html);
    await here.accounts.update(device.record.key, { lost: 'told' });
    expect(await shown()).toBeUndefined();
  });

  it('goes with the rows that may not be read any more', async () => {
    const { team } = world;
    const member = await hire(team, 'bo@field.test');
    await join(team, member);
    const theirs = world.device(member, { factory });
    await theirs.sync();
    const store = theirs.db.dexie.backendDB();
    keepPicture(store, { ...SCREEN, stamp: await storeStamp(store) });
    expect(await theirs.db.meta.get('picture')).toBeDefined();
    const membership = `${team.project}.${member.orgUserId ?? ''}`;
    ok(await team.founder.delete(`team-member/update-destroy/${membership}/`));
    await theirs.sync();
    expect(await rows(theirs.db, cards).count()).toBe(0);
    expect(await theirs.db.meta.get('picture')).toBeUndefined();
  });

  it('makes no database where there is none', async () => {
    const empty = new IDBFactory();
    expect(await readPicture(place(), empty)).toBeUndefined();
    expect(await empty.databases()).toEqual([]);
  });
});
