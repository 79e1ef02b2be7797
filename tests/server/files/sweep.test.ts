import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { files } from '../../../model/entities/file.ts';
import { ENTITIES } from '../../../model/entities/registry.ts';
import { taskFiles } from '../../../model/entities/task-file.ts';
import { folderStorage } from '../../../server/files/folder-storage.ts';
import type { FileStorage } from '../../../server/files/storage.ts';
import { GRACE_MS, TRASH_MS } from '../../../server/files/sweep.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { signIn } from '../../support/rest-client.ts';
import { startTestApp } from '../../support/test-app.ts';
import { addRow, partOf, putPart, sendForm, stored, upload } from '../support/files.ts';
import {
  addTask,
  foundTeam,
  freshId,
  ok,
  orgStreamOf,
  pull,
  startTeam,
  type Team,
} from '../support/team.ts';

forEachDatabase('the sweep of files', (open) => {
  it('deletes unreferenced files after their grace period, their bytes later, and nothing else', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-sweep-'));
    const storage = folderStorage(folder);
    const setup = await startTestApp(await open(), { fileStorage: storage });
    const team = { setup, ...(await foundTeam(setup.app, 'ada@field.test', 'Field Work')) };
    const { founder } = team;
    const objects = () =>
      readdirSync(folder, { recursive: true }).filter((name) => String(name).length > 30);
    const sweep = () => setup.app.services.files.sweep();
    const task = await addTask(team, founder);
    const attachment = { name: 'log.txt', bytes: Buffer.from('kept') };
    const kept = await sendForm(team, founder, {
      path: 'comment/create/',
      fields: { task, comment: 'See', attachment },
    });
    const loose = {
      id: freshId(),
      scope: `project:${team.project}`,
      name: 'a.txt',
      bytes: Buffer.from('loose'),
    };
    ok(await upload(team, founder, loose));
    const half = { ...loose, id: freshId(), bytes: Buffer.alloc(5_000) };
    ok(await addRow(founder, half));
    await putPart(team, founder, { id: half.id, n: 0, bytes: partOf(half.bytes, 0) });
    // An object left by a process that was killed between the storage and the database.
    await storage.write(
      '0123456789abcdef0123456789abcdef',
      Readable.from([Buffer.from('stranger')]),
    );
    // The two files, the parts of both uploads, and the unknown object.
    expect(objects()).toHaveLength(5);

    expect((await sweep()).orphans).toBe(0);
    setup.clock.time += GRACE_MS + 1;
    expect((await sweep()).orphans).toBe(2);
    ok(await signIn(founder, 'ada@field.test'));
    const gone = ok(await pull(founder)).body.changes.filter(
      (one: { kind: string; table: string }) => one.kind === 'del' && one.table === 'files',
    );
    expect(gone.map((one: { id: string }) => one.id).toSorted()).toEqual(
      [half.id, loose.id].toSorted(),
    );
    // A backup that began before may still be copying the bytes.
    expect(objects().length).toBeGreaterThanOrEqual(3);
    setup.clock.time = Date.now() + TRASH_MS + GRACE_MS;
    await sweep();
    const left = await setup.app.services.database.db
      .selectFrom('file_contents')
      .select('name')
      .execute();
    expect(objects().map((name) => String(name).split('/').at(-1))).toEqual(
      left.map(({ name }) => name),
    );
    const usage = await setup.app.services.database.db
      .selectFrom('file_usage')
      .selectAll()
      .execute();
    expect(usage).toMatchObject([{ bytes: attachment.bytes.length }]);
    expect(kept.status).toBe(200);
    await setup.close();
    rmSync(folder, { recursive: true, force: true });
  });
});

forEachDatabase('the sweep of many files', (open) => {
  it('deletes all that are due, besides one that the storage does not delete', async () => {
    const removed = new Set<string>();
    const stuck = { name: objectName(3) };
    const folder = mkdtempSync(join(tmpdir(), 'cairn-sweep-'));
    const storage: FileStorage = {
      ...folderStorage(folder),
      remove: async (name) => {
        if (name === stuck.name) throw new Error('The store refuses it');
        removed.add(name);
      },
    };
    const setup = await startTestApp(await open(), { fileStorage: storage });
    const team = { setup, ...(await foundTeam(setup.app, 'ada@field.test', 'Field Work')) };
    const { founder } = team;
    const { database, writer, files: service } = setup.app.services;
    const task = await addTask(team, founder);
    const file = await stored(team, founder, { name: 'a.txt', bytes: Buffer.from('a') });
    const id = freshId();
    ok(await founder.post('task-file/create/', { id, task, file }));
    const place = { orgId: founder.orgId ?? '' };
    await writer.write([orgStreamOf(founder)], async (tx) => {
      const row = await tx.get(taskFiles, place, id);
      if (row === undefined) throw new Error('There is no file');
      const removed_at = new Date(setup.clock.time).toISOString();
      for (let n = 0; n < 205; n += 1) {
        await tx.put(taskFiles, place, { ...row, id: freshId(), removed_at });
      }
    });
    await writer.separate(async (tx) => {
      const sql = await tx.sql();
      for (let n = 0; n < 405; n += 1) {
        await sql.run('insert into file_trash (name, since) values (?, 0)', [objectName(n)]);
      }
    });
    setup.clock.time += GRACE_MS + 1;
    await expect(service.sweep()).rejects.toThrow('1 deletions of files have failed');
    const left = (table: 'task_files' | 'file_trash') =>
      database.db.selectFrom(table).selectAll().execute();
    expect(await left('task_files')).toHaveLength(1);
    expect(await left('file_trash')).toMatchObject([{ name: stuck.name }]);
    expect(removed).toContain(objectName(404));
    stuck.name = '';
    await service.sweep();
    expect(await left('file_trash')).toEqual([]);
    await setup.close();
    rmSync(folder, { recursive: true, force: true });
  });
});

function objectName(n: number): string {
  return n.toString(16).padStart(32, '0');
}

forEachDatabase('the sweep of removed files of tasks', (open) => {
  it('keeps an old file for two weeks from its removal, so that it can be restored with its bytes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-sweep-'));
    const fileStorage = folderStorage(folder);
    const setup = await startTestApp(await open(), { fileStorage });
    const team = { setup, ...(await foundTeam(setup.app, 'ada@field.test', 'Field Work')) };
    const { founder } = team;
    const task = await addTask(team, founder);
    const file = await stored(team, founder, { name: 'a.txt', bytes: Buffer.from('old') });
    const id = freshId();
    ok(await founder.post('task-file/create/', { id, task, file }));
    const later = async (milliseconds: number) => {
      setup.clock.time += milliseconds;
      ok(await signIn(founder, 'ada@field.test'));
      await setup.app.services.files.sweep();
    };
    const edit = (status: boolean) => founder.patch(`task-file/update-destroy/${id}/`, { status });
    await later(3 * GRACE_MS);
    ok(await edit(false));
    await later(GRACE_MS - 60_000);
    ok(await edit(true));
    await later(3 * GRACE_MS);
    const { data } = ok(await founder.get('task-file/list/', { query: { task_id: task } })).body;
    expect(data).toMatchObject([{ id, details: { id: file, state: 'stored' } }]);
    ok(await edit(false));
    await later(GRACE_MS + 60_000);
    expect((await edit(true)).status).toBe(404);
    const left = await setup.app.services.database.db.selectFrom('files').select('id').execute();
    expect(left).toEqual([]);
    await setup.close();
    rmSync(folder, { recursive: true, force: true });
  });
});

forEachDatabase('the sweep of photos', (open) => {
  it('[SIGN-3.5] keeps the photo of a step, however old it is', async () => {
    const setup = await startTestApp(await open());
    const team = { setup, ...(await foundTeam(setup.app, 'ada@field.test', 'Field Work')) };
    const { founder } = team;
    const task = await addTask(team, founder);
    const background = { r: 40, g: 90, b: 120 };
    const bytes = await sharp({ create: { width: 4, height: 3, channels: 3, background } })
      .png()
      .toBuffer();
    const [kept, loose] = [
      await stored(team, founder, { name: 'kept.png', bytes }),
      await stored(team, founder, { name: 'loose.png', bytes }),
    ];
    const path = `task/update-destroy/${task}/`;
    const answer = { photos: [kept] };
    ok(await founder.patch(path, { is_completed_employee: true, is_completed_emp_answer: answer }));
    await setup.app.services.files.sweep();
    setup.clock.time += 3 * GRACE_MS;
    expect((await setup.app.services.files.sweep()).orphans).toBe(1);
    ok(await signIn(founder, 'ada@field.test'));
    const gone = ok(await pull(founder)).body.changes.filter(
      (one: { kind: string; table: string }) => one.kind === 'del' && one.table === 'files',
    );
    expect(gone.map((one: { id: string }) => one.id)).toEqual([loose]);
  });
});

it('covers every field of an entity that names a file', () => {
  const names = ['document', 'attachment', 'file', 'image', 'background_image', 'profile_image'];
  for (const entity of ENTITIES.filter(({ table }) => table !== files.table)) {
    const found = Object.keys(entity.columns).filter((column) => names.includes(column));
    expect([entity.table, entity.files]).toEqual([entity.table, found]);
  }
});

forEachDatabase('[FILE-2.14] the sweep of files that were used', (open) => {
  const start = async () => {
    const team = await startTeam(open);
    const { setup, founder } = team;
    const later = async (milliseconds: number) => {
      setup.clock.time += milliseconds;
      ok(await signIn(founder, 'ada@field.test'));
      return setup.app.services.files.sweep();
    };
    return { team, founder, later, task: await addTask(team, founder) };
  };

  it('keeps the old file of a deleted comment, so that an undo brings both back', async () => {
    const { team, founder, later, task } = await start();
    const attachment = await stored(team, founder, { name: 'a.txt', bytes: Buffer.from('a') });
    const id = freshId();
    ok(await founder.post('comment/create/', { id, task, comment: 'Here', attachment }));
    await later(3 * GRACE_MS);
    ok(await founder.patch(`comment/update-destroy/${id}/`, { deleted: true }));
    expect((await later(60_000)).orphans).toBe(0);
    const undo = { restored: 'Here', restored_attachment: attachment, restored_undo: true };
    ok(await founder.patch(`comment/update-destroy/${id}/`, undo));
    const { data } = ok(await founder.get('comment/list/', { query: { task__id: task } })).body;
    expect(data).toMatchObject([{ id, comment: 'Here' }]);
    expect(await fileIds(team)).toEqual([attachment]);
    expect((await later(3 * GRACE_MS)).orphans, 'it is used again').toBe(0);
  });

  it('keeps a replaced document as long, and removes it then', async () => {
    const { team, founder, later, task } = await start();
    const id = freshId();
    ok(await founder.post('sub-task/create/', { id, task, name: 'Photo' }));
    const path = `sub-task/update-destroy/${id}/`;
    const former = await stored(team, founder, { name: 'old.txt', bytes: Buffer.from('a') });
    ok(await founder.patch(path, { document: former }));
    await later(3 * GRACE_MS);
    const other = await stored(team, founder, { name: 'new.txt', bytes: Buffer.from('b') });
    ok(await founder.patch(path, { document: other }));
    expect((await later(60_000)).orphans).toBe(0);
    ok(await founder.patch(path, { document: former }));
    expect((await later(60_000)).orphans).toBe(0);
    expect((await later(GRACE_MS + 60_000)).orphans, 'the new one waits no longer').toBe(1);
    expect(await fileIds(team)).toEqual([former]);
  });
});

async function fileIds({ setup }: Team): Promise<readonly string[]> {
  const rows = await setup.app.services.database.db.selectFrom('files').select('id').execute();
  return rows.map(({ id }) => id);
}
