import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import type { App } from '../../../server/app.ts';
import { importArchive } from '../../../server/archive/import-archive.ts';
import type { Imported } from '../../../server/archive/import-rows.ts';
import { writeArchive } from '../../../server/archive/write-archive.ts';
import type { ArchiveManifest } from '../../../server/archive/format.ts';
import { orgStream, userStream } from '../../../model/entities/scopes.ts';
import { openBootstrap } from '../../../server/sync/bootstrap.ts';
import { loadActor } from '../../../server/writer/actor.ts';
import { textOf } from '../../../server/store/sql.ts';

/** A folder for archives; `remove` deletes it. */
export function archiveFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-archive-'));
  return {
    path: (name: string) => join(folder, name),
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export async function exportFrom(
  { services }: App,
  orgId: string,
  { path, folder }: { readonly path: string; readonly folder: string },
): Promise<ArchiveManifest> {
  const { database, fileStorage, clock } = services;
  const task = { orgId, folder, snapshot: database.snapshot, storage: fileStorage };
  return writeArchive({ ...task, now: clock.now() }, createWriteStream(path));
}

export async function importInto(
  { services }: App,
  path: string,
  { again = false }: { readonly again?: boolean } = {},
): Promise<Imported> {
  const { database, fileStorage: storage, clock } = services;
  if (storage === undefined) throw new Error('There is no storage');
  const random = (count: number) => new Uint8Array(randomBytes(count));
  return importArchive({ path, database, storage, random, clock, again });
}

/** Counters start at these numbers, so that a number of one server never occurs on the other by chance. */
export async function startNumbersAt({ services }: App, first: number): Promise<void> {
  await services.writer.session([], async ({ sql }) => {
    for (const [at, name] of ['users', 'organizations', 'org_users', 'chat_groups'].entries()) {
      await sql.run(
        `insert into counters (name, value) values (?, ?)
         on conflict (name) do update set value = excluded.value`,
        [name, first + at * 1_000_000],
      );
    }
  });
}

/** Rows of a text, with its numbers replaced by their position among those of their kind on this server. */
export async function namesOf({ services }: App, orgId: string) {
  const rows = await services.database.snapshot(async (sql) => ({
    people: await sql.all('select id, "user" as account from org_users where org_id = ?', [orgId]),
    channels: await sql.all(
      'select number from groups where org_id = ? and number is not null order by number',
      [orgId],
    ),
  }));
  const people = rows.people.toSorted((a, b) => Number(a['id']) - Number(b['id']));
  const names = new Map<string, string>([[orgId, 'organisation']]);
  for (const [at, row] of people.entries()) {
    names.set(textOf(row, 'id'), `person${String(at)}`);
    names.set(textOf(row, 'account'), `account${String(at)}`);
  }
  for (const [at, row] of rows.channels.entries()) {
    names.set(String(row['number']), `channel${String(at)}`);
  }
  return (text: string) => text.replaceAll(/(?<!\d)\d{8}(?!\d)/g, (n) => names.get(n) ?? n);
}

/** Everything that a device of each person downloads, by address. */
export async function devicesOf(
  { services }: App,
  orgId: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { database, clock } = services;
  const people = await database.snapshot((sql) =>
    sql.all('select "user" as account, email from org_users where org_id = ? and active = 1', [
      orgId,
    ]),
  );
  const devices = new Map<string, readonly string[]>();
  for (const person of people) {
    const actor = await loadActor(
      database.read,
      { orgId, userId: textOf(person, 'account') },
      clock.now(),
    );
    if (actor === undefined) continue;
    const lines: string[] = [];
    for (const stream of [orgStream(orgId), userStream(actor.orgUserId)]) {
      for await (const line of await openBootstrap({ database, clock }, actor, {
        stream,
        first: undefined,
      })) {
        const { epoch: _epoch, ...rest } = { epoch: '', ...line };
        lines.push(JSON.stringify(rest));
      }
    }
    devices.set(textOf(person, 'email'), lines);
  }
  return devices;
}

const NEW_ON_EACH_SERVER = ['epoch', 'stop_secret', 'floor'];

/** All rows of a table that belong to the organisation, as texts in the order of their contents. */
export async function rowsOfTable(
  { services }: App,
  { table, orgId }: { readonly table: string; readonly orgId: string },
): Promise<readonly string[]> {
  const rows = await services.database.snapshot((sql) =>
    sql.all(`select * from ${table} where org_id = ?`, [orgId]),
  );
  return rows.map((row) =>
    JSON.stringify(
      Object.entries(row).filter(
        ([name]) =>
          !NEW_ON_EACH_SERVER.includes(name) && !(table === 'file_contents' && name === 'name'),
      ),
    ),
  );
}
