import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { afterEach, expect, it } from 'vitest';
import { entriesOf } from '../../../server/archive/read-archive.ts';
import { textOf } from '../../../server/store/sql.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { foundAndSignIn, restClient, signIn } from '../../support/rest-client.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { digestOf, upload } from '../support/files.ts';
import { addTask, freshId, hire, join, ok, startTeam, type Team } from '../support/team.ts';
import { archiveFolder, exportFrom, importInto } from './archives.ts';

const NOTE = Buffer.from('bytes that are stored once '.repeat(500));

forEachDatabase('an import', (open) => {
  const done: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const step of done.splice(0).toReversed()) await step();
  });

  /** An organisation with a task and a file, its archive, and an empty second server. */
  async function archived() {
    const team = await startTeam(open);
    done.push(() => team.setup.close());
    await join(team, team.founder);
    await addTask(team, team.founder, { name: 'Dig the well' });
    const file = await storedFile(team);
    const archives = archiveFolder();
    done.push(archives.remove);
    const path = archives.path('team.tar.gz');
    const orgId = team.founder.orgId ?? '';
    const save = () => exportFrom(team.app, orgId, { path, folder: archives.folder });
    await save();
    const other = await startTestApp(await open());
    done.push(() => other.close());
    return { team, other, path, file, save };
  }

  it.each([
    ['cut', (path: string) => truncateSync(path, readFileSync(path).length - 40), /damaged/],
    ['cut at an entry', (path: string) => cutTar(path), /damaged/],
    ['changed in a row', (path: string) => replaced(path, 'Dig the well', 'Dig the wall'), /rows/],
    ['changed in a file', (path: string) => replaced(path, 'stored once', 'stored 0nce'), /files/],
    ['no archive', (path: string) => writeFileSync(path, 'nothing of the kind'), /archive/],
    ['of a newer version', (path: string) => replaced(path, '"version":1', '"version":9'), /newer/],
  ] as const)('of an archive that is %s changes nothing', async (_what, damage, text) => {
    const { other, path } = await archived();
    damage(path);
    const before = await everything(other);
    await expect(importInto(other.app, path)).rejects.toThrow(text);
    expect(await everything(other)).toEqual(before);
  });

  it('that fails behind the check leaves neither rows nor bytes', async () => {
    const { other, path } = await archived();
    const { services } = other.app;
    const before = await everything(other);
    const broken = {
      ...services.database,
      writer: {
        ...services.database.writer,
        db: services.database.writer.db,
        commit: () =>
          Promise.reject(Object.assign(new Error('The disk is full'), { code: 'ENOSPC' })),
      },
    };
    const app = { ...other.app, services: { ...services, database: broken } };
    await expect(importInto(app, path)).rejects.toThrow('The disk is full');
    expect(await everything(other)).toEqual(before);
    await importInto(other.app, path);
  });

  it('keeps the files when it was committed and the reply was lost', async () => {
    const { other, path } = await archived();
    const { services } = other.app;
    const { writer } = services.database;
    const commit = async () => {
      await writer.commit();
      throw new Error('Connection terminated unexpectedly');
    };
    // Not copied: its Kysely is available only while a transaction is open.
    const losing = new Proxy(writer, {
      get: (target, name) => (name === 'commit' ? commit : Reflect.get(target, name)),
    });
    const database = { ...services.database, writer: losing };
    const app = { ...other.app, services: { ...services, database } };
    await expect(importInto(app, path)).rejects.toThrow('did not confirm the import');
    const rows = await services.database.snapshot((sql) =>
      sql.all('select name from file_contents'),
    );
    expect(rows).toHaveLength(1);
    const name = rows[0] === undefined ? '' : textOf(rows[0], 'name');
    expect(await collected((await services.fileStorage?.read(name)) ?? Readable.from([]))).toEqual(
      NOTE,
    );
    await expect(importInto(other.app, path)).rejects.toThrow('already');
  });

  it('of an organisation that is there already is refused, and made on request', async () => {
    const { team, other, path } = await archived();
    await expect(importInto(team.app, path)).rejects.toThrow('already');
    const first = await importInto(other.app, path);
    await expect(importInto(other.app, path)).rejects.toThrow('already');
    const second = await importInto(other.app, path, { again: true });
    expect(second.orgId).not.toBe(first.orgId);
    expect(second).toMatchObject({ people: first.people, rows: first.rows });
  });

  it('gives an account that has not proved its address nothing', async () => {
    const { other, path } = await archived();
    await foundAndSignIn(other.app, 'ada@field.test', 'A stranger', { proved: false });
    await importInto(other.app, path);
    const stranger = restClient(other.app, '203.0.113.9');
    const signed = ok(await signIn(stranger, 'ada@field.test'));
    expect(signed.body.data.organizations).toHaveLength(1);
    // Whoever proves the address is the person.
    await other.app.services.writer.write([], async (tx) => {
      const sql = await tx.sql();
      await sql.run('update users set mailbox_proved = 1');
    });
    const again = ok(await signIn(stranger, 'ada@field.test'));
    expect(again.body.data.organizations).toHaveLength(2);
  });

  it('leaves out a file whose bytes the exporting server had lost', async () => {
    const { team, other, path, file, save } = await archived();
    const { database, fileStorage } = team.app.services;
    const [row] = await database.snapshot((sql) =>
      sql.all('select name from file_contents where file = ?', [file]),
    );
    await fileStorage?.remove(row === undefined ? '' : textOf(row, 'name'));
    expect((await save()).missing).toHaveLength(1);
    expect(await importInto(other.app, path)).toMatchObject({ files: 0, missingFiles: 1 });
  });

  it('brings an archive of an older build up, which lacks later fields', async () => {
    const { other, path } = await archived();
    await rewriteRows(path, (line) => line.replaceAll(/,"work_receipts":(?:true|false)/g, ''));
    const { orgId } = await importInto(other.app, path);
    const [row] = await other.app.services.database.snapshot((sql) =>
      sql.all('select work_receipts from organizations where org_id = ?', [orgId]),
    );
    expect(row).toEqual({ work_receipts: 1 });
  });

  it('does not take over a planned erasure of the organisation', async () => {
    const { team, other, path, save } = await archived();
    const form = { name: 'Field Work', password: 'correct horse battery' };
    ok(await team.founder.post('organization-erasure/plan/', form));
    await save();
    const { orgId } = await importInto(other.app, path);
    const rows = await other.app.services.database.snapshot((sql) =>
      sql.all('select erase_at from organizations where org_id = ?', [orgId]),
    );
    expect(rows).toEqual([{ erase_at: null }]);
  });

  it('never contains passwords, tokens or other secrets', async () => {
    const { team, path, save } = await archived();
    const ben = await hire(team, 'ben@field.test');
    const form = { name: 'Robot', access: 'read', days: 30, password: 'correct horse battery' };
    const { token } = ok(await ben.post('api/token/create/', form)).body.data;
    await save();
    const text = gunzipSync(readFileSync(path)).toString('latin1');
    const rows = await team.app.services.database.snapshot((sql) =>
      sql.all('select password_hash as secret from users union select cookie_digest from sessions'),
    );
    const secrets = [token, ...rows.map((row) => textOf(row, 'secret'))];
    expect(secrets.length).toBeGreaterThan(3);
    expect(secrets.filter((secret) => text.includes(String(secret)))).toEqual([]);
    expect(text).toContain('ben@field.test');
  });
});

async function storedFile(team: Team): Promise<string> {
  const file = { id: freshId(), scope: `project:${team.project}`, name: 'note.txt', bytes: NOTE };
  ok(await upload(team, team.founder, file));
  return file.id;
}

/** All rows and all objects of a server. */
async function everything({ app }: TestApp): Promise<unknown> {
  const { database, fileStorage } = app.services;
  const tables = ['organizations', 'org_users', 'users', 'tasks', 'streams', 'file_contents'];
  const rows = await database.snapshot(async (sql) => {
    const all = [];
    for (const table of tables) all.push(await sql.all(`select * from ${table}`));
    return all;
  });
  const objects = [];
  for await (const { name } of fileStorage?.list() ?? []) objects.push(name);
  return { rows, objects };
}

function replaced(path: string, from: string, to: string): void {
  const tar = gunzipSync(readFileSync(path)).toString('latin1');
  expect(tar).toContain(from);
  writeFileSync(path, gzipSync(Buffer.from(tar.replace(from, to), 'latin1')));
}

async function collected(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** An archive with other rows and a manifest that fits them. */
async function rewriteRows(path: string, change: (text: string) => string): Promise<void> {
  const tar = pack();
  const parts = [];
  for await (const { name, bytes } of entriesOf(path)) {
    const old = await collected(bytes);
    const text = old.toString('utf8');
    if (name === 'manifest.json') {
      tar.entry({ name }, JSON.stringify({ ...JSON.parse(text), parts }));
    } else if (name.startsWith('rows/')) {
      const next = change(text);
      const [size, rows] = [Buffer.byteLength(next), next.split('\n').length - 1];
      parts.push({ name, bytes: size, rows, sha256: digestOf(Buffer.from(next)) });
      tar.entry({ name }, next);
    } else tar.entry({ name }, old);
  }
  tar.finalize();
  writeFileSync(path, gzipSync(await collected(tar)));
}

/** Ends the tar file properly behind one of its entries. */
function cutTar(path: string): void {
  const tar = gunzipSync(readFileSync(path));
  const at = tar.indexOf('rows/streams/');
  writeFileSync(path, gzipSync(Buffer.concat([tar.subarray(0, at), Buffer.alloc(1_024)])));
}
