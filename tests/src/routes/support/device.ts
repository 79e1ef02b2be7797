/** The local databases of this page as a sign-in and a first download leave them. */
import { expect, onTestFinished } from 'vitest';
import type { Entity, RawRow } from '../../../../model/entities/define-entity.ts';
import { files } from '../../../../model/entities/file.ts';
import {
  ADMIN_SCOPE,
  orgStream,
  PERSONAL_SCOPE,
  projectOfScope,
  projectScope,
  userStream,
} from '../../../../model/entities/scopes.ts';
import { taskFiles } from '../../../../model/entities/task-file.ts';
import { ENTITIES, entityOf } from '../../../../model/entities/registry.ts';
import { refuse } from '../../../../model/shared/errors.ts';
import { memberId } from '../../../../model/shared/ids.ts';
import { isAdministrative } from '../../../../model/permissions/actor.ts';
import { preparedOf } from '../../../../sync/core/dependencies.ts';
import type { TextConflict } from '../../../../sync/core/ports/outbox.ts';
import { storeRejection } from '../../../../sync/core/rejection.ts';
import { afterDownload } from '../../../../sync/core/scope-state.ts';
import { applyChanges, applySnapshot } from '../../../../sync/engine/apply-changes.ts';
import { accountDb, type AccountDb, rows } from '../../../../sync/store/database.ts';
import { currentAccount, deviceDb } from '../../../../sync/store/device-db.ts';
import { rememberSession } from '../../../../sync/store/remember-session.ts';
import { dexieStore } from '../../../../sync/store/dexie-store.ts';
import { unsentOf } from '../../../../sync/store/prepare.ts';
import { type Drafts, openDrafts } from '../../../../sync/store/drafts.ts';
import { followTable } from '../../../../sync/store/reactive/changes.ts';
import { dropShots, keepShot } from '../../../../sync/store/shots.ts';
import { type Organization, type Person, randomBytes } from './organization.ts';

/** The signed-in person's data on this device. */
export interface Device {
  /** Writes the rows of the organisation as of now, as events about them do. */
  readonly receive: () => Promise<void>;
  /** The download of the projects of which only the summary was here (OUT-6) ends. */
  readonly arrive: () => Promise<void>;
  /** Rows of a kind as the screens read them. */
  readonly rows: <Row extends RawRow>(entity: Entity<Row>) => Promise<readonly Row[]>;
  /** One line for each mutation in the outbox: its name. */
  readonly outbox: () => Promise<readonly string[]>;
  /** Every row by table once the server has accepted what waits here; rejects when a rule refuses it. */
  readonly rowsAfterSync: () => Promise<ReadonlyMap<string, readonly RawRow[]>>;
  /** Stores a photo or recording of a form, or a later version with the same id, as another tab does. */
  readonly keepShot: (id: string, content: File, place: string) => Promise<void>;
  /** Another tab attaches or discards every photo, recording and file. */
  readonly dropShots: () => Promise<void>;
  /** The same for the next one that is stored, at once. Resolves when this page follows the store; its value, when it is done. */
  readonly dropNextShot: () => Promise<{ readonly done: Promise<void> }>;
  /** Half-typed texts as another tab reads and changes them. */
  readonly otherDrafts: () => Promise<Drafts>;
  /** Names of the photos, recordings and files that are not attached yet. */
  readonly shots: () => Promise<readonly string[]>;
  /**
   * The server refuses the files that wait here; `parent_gone`: their rows are gone, with the mutations that refer to
   * them.
   */
  readonly refuseFiles: (code: 'too_large' | 'parent_gone') => Promise<void>;
  /** The server refuses the waiting mutation of a name; with `theirs`, because somebody has changed its text (MUT-8). */
  readonly reject: (name: string, theirs?: string, author?: string) => Promise<void>;
  /** Another tab has decided about every rejected mutation. */
  readonly settleRejected: () => Promise<void>;
  /** Removes a row that somebody has deleted, or that the person may not read any more (PULL-5). */
  readonly lose: (entity: Entity, id: string) => Promise<void>;
  /** Number of mutations and files that wait. */
  readonly unsent: () => Promise<number>;
  /** Ids of the finished tasks that were opened lately (OUT-7.6). */
  readonly recentTasks: () => Promise<readonly string[]>;
}

/** Stores a session and everything that the person may read; of `summarized`, ids of projects, no tasks. */
export async function signInDevice(
  organization: Organization,
  person: Person,
  summarized: readonly string[] = [],
): Promise<Device> {
  const device = deviceDb();
  const { orgId, orgUserId, level, specialRole, ...access } = organization.actorOf(person);
  await rememberSession(
    device,
    {
      user: { id: person.userId, display_name: person.name, email: person.email },
      organizations: [
        {
          organization_id: orgId,
          organization_name: organization.name,
          organization_user_id: orgUserId,
          user_level: level,
          organization_special_role: specialRole,
          role_access: access,
        },
      ],
      former_organizations: [],
      access_token: 'none',
      expires_at: 0,
      session_id: 'none',
    },
    { keyId: undefined },
  );
  const record = await currentAccount(device);
  if (record === undefined) throw new Error('The session was stored');
  await device.accounts.update(record.key, { hadData: true });
  device.dexie.close();
  const db = accountDb(record.dbName);
  await download(db, organization, { person, summarized });
  let since = organization.version();
  return {
    receive: async () => {
      await receive(db, { organization, person, since });
      since = organization.version();
    },
    arrive: async () => {
      await storeOf(db).write({ tables: 'all', durability: 'relaxed' }, async (tx) => {
        const stream = await tx.stream(orgStream(organization.orgId));
        if (stream === undefined) throw new Error('The organisation was downloaded');
        const { outlined: _outlined, summarized: _summarized, ...whole } = stream;
        await tx.putStream(whole);
      });
      await receive(db, { organization, person, since: 0 });
    },
    rows: (entity) => rows(db, entity).toArray(),
    outbox: async () => (await db.outbox.orderBy('seq').toArray()).map(({ name }) => name),
    rowsAfterSync: async () =>
      organization.rowsAfter(await db.outbox.orderBy('seq').toArray(), person),
    keepShot: async (id, content, place) => {
      expect(await keepShot(db, { id, content, at: Date.now(), place })).toBeUndefined();
    },
    dropShots: async () =>
      dropShots(db, await db.blobs.where('state').equals('shot').primaryKeys()),
    dropNextShot: () => dropNextShot(db),
    otherDrafts: () => openDrafts(deviceDb(), record.key, storageOfOtherTab()),
    shots: async () =>
      (await db.blobs.where('state').equals('shot').sortBy('at')).map(({ name }) => name),
    refuseFiles: async (code) => {
      await db.dexie.transaction('rw', db.dexie.tables, async () => {
        await db.outbox.clear();
        await db.base.clear();
        if (code === 'parent_gone') {
          await Promise.all([rows(db, files).clear(), rows(db, taskFiles).clear()]);
        }
        const reason = refuse(code, 'The server refuses it');
        await db.blobs.where('state').equals('waiting').modify({ state: 'refused', reason });
      });
    },
    reject: (name, theirs, author) =>
      reject(db, name, theirs === undefined ? undefined : { theirs, v: 1, author }),
    settleRejected: () => db.rejected.clear(),
    lose: (entity, id) => lose(db, entity, id),
    unsent: () => unsentOf(db),
    recentTasks: async () => Object.keys(await storeOf(db).read([], (tx) => tx.recentTasks())),
  };
}

/** Local storage as another page uses it: this page gets the events of its changes. */
function storageOfOtherTab(): Storage {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  onTestFinished(() => frame.remove());
  if (frame.contentWindow === null) throw new Error('The frame is in the document');
  return frame.contentWindow.localStorage;
}

/** Nobody is signed in: a device on which the app was opened before. */
export async function forgetDevice(): Promise<void> {
  const device = deviceDb();
  await Promise.all(device.dexie.tables.map((table) => table.clear()));
  device.dexie.close();
}

/** The person is a member of the organisations of former sign-ins too, whose data is still here. */
export async function rejoinFormer(): Promise<void> {
  const device = deviceDb();
  await device.accounts.toCollection().modify({ lost: undefined });
  device.dexie.close();
}

/** Writes the snapshot of a first download, and the state of both streams after it. */
async function download(
  db: AccountDb,
  organization: Organization,
  { person, summarized }: { readonly person: Person; readonly summarized: readonly string[] },
): Promise<void> {
  const missing = summarized.map(projectScope);
  const visible = readable(organization, person);
  const isHere = (table: string, { scope }: RawRow) =>
    table !== 'tasks' || !missing.includes(scope);
  const scopes = [...new Set(visible.map(({ row }) => row.scope))];
  await storeOf(db).write({ tables: 'all', durability: 'relaxed' }, async (tx) => {
    for (const { table } of ENTITIES) {
      const rows = visible
        .filter((one) => one.table === table && isHere(table, one.row))
        .map(({ row }) => row);
      if (rows.length > 0) await applySnapshot(tx, table, rows);
    }
    // The last sync pass has not reached the server.
    await tx.putNet({ reachable: false, later: null, auth: 'ok', outdated: false, fault: null });
    for (const stream of [orgStream(organization.orgId), userStream(person.orgUserId)]) {
      await tx.putStream({
        stream,
        epoch: 'epoch',
        cursor: organization.version(),
        complete: organization.version(),
        scopes: afterDownload({
          version: organization.version(),
          complete: scopes.map((scope) => ({ scope, from: null })),
          incomplete: [],
        }),
        suspect: false,
        lastSync: Date.now(),
        ...(stream === orgStream(organization.orgId) && {
          outlined: missing,
          summarized: missing,
        }),
      });
    }
  });
  await db.meta.put({ key: 'tables', names: ENTITIES.map(({ table }) => table) });
}

/** Applies what was written after version `since`, as events do. */
async function receive(
  db: AccountDb,
  { organization, person, since }: { organization: Organization; person: Person; since: number },
): Promise<void> {
  const visible = readable(organization, person);
  const changes = visible
    .filter(({ row }) => row.v > since)
    .map(({ table, row }) => ({ kind: 'put', table, id: row.id, v: row.v, row }) as const);
  await storeOf(db).write({ tables: 'all', durability: 'relaxed' }, (tx) =>
    applyChanges(tx, changes, new Set(visible.map(({ row }) => row.scope))),
  );
}

function lose(db: AccountDb, entity: Entity, id: string): Promise<void> {
  return db.dexie.transaction('rw', [entity.table, db.streams], async () => {
    await rows(db, entity).delete(id);
    await db.streams.toCollection().modify({ lastSync: Date.now() });
  });
}

async function reject(
  db: AccountDb,
  name: string,
  other: Pick<TextConflict, 'theirs' | 'v' | 'author'> | undefined,
): Promise<void> {
  await storeOf(db).write({ tables: 'all', durability: 'relaxed' }, async (tx) => {
    const item = (await tx.outbox()).find((one) => one.name === name);
    if (item === undefined) throw new Error(`${name} waits on the device`);
    const own = preparedOf(item)?.text;
    await storeRejection(tx, {
      items: [item],
      group: item.seq,
      reason: refuse('invalid', 'The server refuses it'),
      at: Date.now(),
      ...(own !== undefined &&
        other !== undefined && { conflict: { field: own.field, mine: own.text, ...other } }),
    });
  });
}

function storeOf(db: AccountDb) {
  return dexieStore(db, {
    now: () => Date.now(),
    randomBytes,
  });
}

/** Rows that the server would deliver to this person. */
function readable(organization: Organization, person: Person) {
  const all = organization.rows();
  const isAdmin = isAdministrative(organization.actorOf(person));
  const members = new Set((all.get('team_members') ?? []).map(({ id }) => id));
  const workspaces = new Set(
    (all.get('projects') ?? [])
      .filter(({ id }) => members.has(memberId(id, person.orgUserId)))
      .map((row) => `workspace:${String(row['workspace'])}`),
  );
  const inGroup = new Set(
    (all.get('group_members') ?? [])
      .filter((row) => row['organization_user'] === person.orgUserId)
      .map(({ scope }) => scope),
  );
  const mayRead = (row: RawRow) => {
    const project = projectOfScope(row.scope);
    if (project !== undefined) return isAdmin || members.has(memberId(project, person.orgUserId));
    if (row.scope.startsWith('workspace:')) return isAdmin || workspaces.has(row.scope);
    if (row.scope === ADMIN_SCOPE) return isAdmin;
    if (row.scope === PERSONAL_SCOPE) return row['created_by'] === person.orgUserId;
    if (row.scope.startsWith('group:')) return inGroup.has(row.scope);
    if (row.scope.startsWith('direct:')) return row.scope.split(':').includes(person.orgUserId);
    if (row.scope.startsWith('inbox:')) return row.scope === `inbox:${person.orgUserId}`;
    return true;
  };
  return [...all].flatMap(([table, rows]) =>
    entityOf(table) === undefined ? [] : rows.filter(mayRead).map((row) => ({ table, row })),
  );
}

async function dropNextShot(db: AccountDb): Promise<{ readonly done: Promise<void> }> {
  const { promise: done, resolve } = Promise.withResolvers<void>();
  await db.dexie.open();
  const unsubscribe = followTable(db.dexie, 'blobs', (ids) => {
    unsubscribe();
    if (ids === 'all') throw new Error('One file is stored at a time');
    // In the event of the commit, before a live query reads.
    resolve(dropShots(db, ids));
  });
  return { done };
}
