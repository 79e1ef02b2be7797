import { IDBDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cards } from '../../../model/entities/card.ts';
import { teamMembers } from '../../../model/entities/team-member.ts';
import { cardRename } from '../../../model/mutations/card/card-rename.ts';
import { noteTagCreate } from '../../../model/mutations/note/note-tag-create.ts';
import type { Mutation } from '../../../model/mutations/define-mutation.ts';
import type { Actor } from '../../../model/permissions/actor.ts';
import { newId } from '../../../model/shared/ids.ts';
import { type AccountDb, accountDb, ENGINE_TABLES, rows } from '../../../sync/store/database.ts';
import { dexieStore } from '../../../sync/store/dexie-store.ts';
import { ownTableWrites } from '../../../sync/store/own-tables.ts';
import { ACTOR, cardRow } from '../support/items.ts';

const ids = {
  now: () => 1_772_442_000_000,
  randomBytes: (target: Uint8Array) => {
    target.set(randomBytes(target.length));
    return target;
  },
};

let db: AccountDb;
let scopes: (readonly string[])[];
let write: <Args>(mutation: Mutation<Args>, args: Args, actor?: Actor) => Promise<unknown>;

beforeEach(async () => {
  scopes = [];
  const begin = IDBDatabase.prototype.transaction;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function transaction(
    this: IDBDatabase,
    ...args: Parameters<typeof begin>
  ) {
    const names = typeof args[0] === 'string' ? [args[0]] : [...args[0]];
    if (args[1] === 'readwrite') scopes.push(names.filter(isEntityTable));
    return begin.apply(this, args);
  });
  db = accountDb('own-tables', { indexedDB: new IDBFactory(), IDBKeyRange });
  const writeOwn = ownTableWrites(dexieStore(db, ids));
  write = (mutation, args, actor = ACTOR) =>
    writeOwn({ prepared: mutation.prepare(args), actor, at: ids.now() });
  await rows(db, cards).put(cards.parse(cardRow('c', 'To do', 7)));
  scopes = [];
});

afterEach(() => {
  vi.restoreAllMocks();
});

it('[CLIENT-2] a write opens the tables of its rows, and those that its rule reads', async () => {
  expect(await write(noteTagCreate, { id: newId(ids), name: 'Rope' })).toBeUndefined();
  expect(scopes).toEqual([['note_tags']]);
  expect(await write(cardRename, { id: 'c', name: 'Doing' })).toBeUndefined();
  scopes = [];
  expect(await write(cardRename, { id: 'c', name: 'Done' })).toBeUndefined();
  expect(scopes).toEqual([['cards', 'team_members']]);
  expect(await rows(db, cards).get('c')).toMatchObject({ name: 'Done' });
});

it('[CLIENT-2] a write whose rule reads one table more is repeated with it, and written once', async () => {
  await write(cardRename, { id: 'c', name: 'Doing' });
  expect(scopes.length).toBeGreaterThan(1);
  expect(await db.outbox.count()).toBe(1);
  expect((await db.outbox.toArray())[0]).toMatchObject({ seq: 1, args: { name: 'Doing' } });
});

it('[CLIENT-2] a refusal and a failure are those of the write', async () => {
  const outsider: Actor = { ...ACTOR, level: 'Member' };
  expect(await write(cardRename, { id: 'c', name: 'Doing' }, outsider)).toMatchObject({
    code: 'not_found',
  });
  expect(await db.outbox.count()).toBe(0);
  await db.meta.put({ key: 'writer', minWriter: 9 });
  await expect(write(cardRename, { id: 'c', name: 'Doing' })).rejects.toMatchObject({
    code: 'schema_too_old',
  });
  expect(await rows(db, teamMembers).count()).toBe(0);
});

function isEntityTable(table: string): boolean {
  return !ENGINE_TABLES.includes(table);
}
