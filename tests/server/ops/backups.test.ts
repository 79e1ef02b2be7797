import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { deleteSome, ROWS } from '../../../server/erasure/organization-rows.ts';
import { folderStorage } from '../../../server/files/folder-storage.ts';
import { copyDatabase } from '../../../server/ops/backup-file.ts';
import { listBackups, removeOldBackups } from '../../../server/ops/backups/backup-folder.ts';
import { makeBackup } from '../../../server/ops/backups/make-backup.ts';
import { createBackupSchedule } from '../../../server/ops/backups/schedule.ts';
import { copySqlite } from '../../../server/ops/backups/sqlite-copy.ts';
import { openDatabase } from '../../../server/store/open.ts';
import { addFileRow, backupFolders, FILE_NAME } from '../support/backup-folders.ts';

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-03-02T09:00:00Z');

const { root, folder, dataDir } = backupFolders();

/** A clock that is an hour later at each backup. */
function clock() {
  const state = { time: START };
  return { state, now: () => state.time };
}

describe('a backup of the embedded database', () => {
  const task = (now: () => number, keep = 2) => ({
    folder: folder(),
    keep,
    dataDir: dataDir(),
    databaseUrl: undefined,
    withFiles: true,
    now,
  });

  it('records the counted rows, and keeps the newest ones with their files', async () => {
    const database = await openDatabase({ dataDir: dataDir() });
    await addFileRow(database);
    await folderStorage(join(dataDir(), 'files')).write(
      FILE_NAME,
      Readable.from([Buffer.from('rope')]),
    );
    const { state, now } = clock();
    const records = [];
    for (let hour = 0; hour < 4; hour += 1) {
      records.push(await makeBackup(task(now)));
      state.time += HOUR_MS;
    }
    await database.close();
    expect(records[0]).toMatchObject({
      at: START,
      kind: 'sqlite',
      rows: { file_contents: 1, organizations: 0 },
      files: { count: 1, missing: 0 },
    });
    expect(listBackups(folder())).toEqual([records[3], records[2]]);
    const stems = ['cairn-20260302T110000000Z', 'cairn-20260302T120000000Z'];
    expect(readdirSync(folder()).toSorted()).toEqual(
      stems.flatMap((stem) => [`${stem}.db`, `${stem}.db.files`, `${stem}.json`]),
    );
    // A file is stored once for all backups, where the disk has links.
    const [first = ''] = readdirSync(join(folder(), `${stems[0] ?? ''}.db.files`));
    const path = join(folder(), `${stems[0] ?? ''}.db.files`, first, FILE_NAME);
    expect(statSync(path)).toMatchObject({ size: 4 });
    expect(statSync(path).nlink).toBeGreaterThan(2);
  });

  it('counts files that are missing or incomplete', async () => {
    const database = await openDatabase({ dataDir: dataDir() });
    await addFileRow(database);
    const { state, now } = clock();
    expect((await makeBackup(task(now))).files).toEqual({ count: 1, missing: 1 });
    await folderStorage(join(dataDir(), 'files')).write(
      FILE_NAME,
      Readable.from([Buffer.from('ro')]),
    );
    state.time += HOUR_MS;
    expect((await makeBackup(task(now))).files).toEqual({ count: 1, missing: 1 });
    await database.close();
  });

  it('succeeds also when an organisation is erased while the copy is made', async () => {
    const database = await openDatabase({ dataDir: dataDir() });
    await database.writer.begin();
    await database.writer.run(
      "insert into streams (org_id, stream, epoch, head, floor) values ('1', 'org:1', 'e', 7, 0)",
    );
    await database.writer.commit();
    const [before, after] = [join(root(), 'before'), join(root(), 'after.db')];
    mkdirSync(before);
    copyDatabase(join(dataDir(), 'cairn.db'), join(before, 'cairn.db'));
    const [streams] = ROWS.filter(({ table }) => table === 'streams');
    if (streams === undefined) throw new Error('Streams are not erased');
    await database.writer.begin();
    await deleteSome(database.writer, streams, { orgId: '1', limit: 10 });
    await database.writer.commit();
    copyDatabase(join(dataDir(), 'cairn.db'), after);
    await database.close();
    const copy = copySqlite(before, join(root(), 'copy.db'), (_source, target) =>
      copyDatabase(after, target),
    );
    expect(copy.rows).toMatchObject({ streams: 0 });
  });

  it('removes nothing when it fails, and an incomplete one is never counted', async () => {
    const database = await openDatabase({ dataDir: dataDir() });
    const { state, now } = clock();
    await makeBackup(task(now, 1));
    await database.close();
    state.time += HOUR_MS;
    writeFileSync(join(dataDir(), 'cairn.db'), 'not a database '.repeat(1_000));
    await expect(makeBackup(task(now, 1))).rejects.toThrow();
    expect(listBackups(folder()).map(({ at }) => at)).toEqual([START]);
    // A record that a power cut has torn, and one whose copy is gone.
    writeFileSync(join(folder(), 'cairn-20260302T100000000Z.json'), '{"at":');
    expect(listBackups(folder())).toHaveLength(1);
    rmSync(join(folder(), 'cairn-20260302T090000000Z.db'));
    expect(listBackups(folder())).toEqual([]);
  });

  it('removes what a killed attempt has left after a day, and no file of somebody else', () => {
    mkdirSync(folder());
    const names = [
      'cairn-20260302T090000000Z.db.draft',
      'cairn-20260302T090000000Z.db.files',
      'cairn-2026.db',
      'notes.txt',
    ];
    for (const name of names) writeFileSync(join(folder(), name), '');
    removeOldBackups(folder(), 1, START + HOUR_MS);
    expect(readdirSync(folder())).toHaveLength(4);
    removeOldBackups(folder(), 1, START + 25 * HOUR_MS);
    expect(readdirSync(folder()).toSorted()).toEqual(['cairn-2026.db', 'notes.txt']);
  });
});

describe('the schedule of backups', () => {
  function scheduled(now: () => number, make: () => Promise<void>) {
    const reports: unknown[] = [];
    const schedule = createBackupSchedule({
      folder: folder(),
      intervalMs: 24 * HOUR_MS,
      now,
      make,
      report: (error) => reports.push(error),
    });
    return { schedule, reports };
  }

  it('makes the first backup at once and the next one after the interval, also after a restart', async () => {
    const database = await openDatabase({ dataDir: dataDir() });
    const { state, now } = clock();
    const made: number[] = [];
    const make = async () => {
      made.push(now());
      const task = { folder: folder(), keep: 3, dataDir: dataDir(), withFiles: true, now };
      await makeBackup({ ...task, databaseUrl: undefined });
    };
    const { schedule } = scheduled(now, make);
    await Promise.all([schedule.check(), schedule.check()]);
    state.time += 23 * HOUR_MS;
    await schedule.check();
    await scheduled(now, make).schedule.check();
    expect(made).toEqual([START]);
    state.time += HOUR_MS;
    await scheduled(now, make).schedule.check();
    expect(made).toEqual([START, START + 24 * HOUR_MS]);
    // The clock is set back by a week.
    state.time -= 7 * 24 * HOUR_MS;
    await schedule.check();
    expect(made).toHaveLength(3);
    await database.close();
  });

  it('makes one backup after the clock was set back, and keeps those of earlier days', async () => {
    const database = await openDatabase({ dataDir: dataDir() });
    const { state, now } = clock();
    const make = async () => {
      const task = { folder: folder(), keep: 3, dataDir: dataDir(), withFiles: true, now };
      await makeBackup({ ...task, databaseUrl: undefined });
    };
    const { schedule } = scheduled(now, make);
    const times = () => listBackups(folder()).map(({ at }) => (at - START) / HOUR_MS);
    await schedule.check();
    state.time += 24 * HOUR_MS;
    await schedule.check();
    // The clock is a year ahead, and is corrected after the backup.
    state.time += 365 * 24 * HOUR_MS;
    await schedule.check();
    state.time -= 364 * 24 * HOUR_MS;
    expect(times()).toEqual([366 * 24, 24, 0]);
    for (let check = 0; check < 10; check += 1) {
      await schedule.check();
      await scheduled(now, make).schedule.check();
      state.time += 30_000;
    }
    expect(times()).toEqual([48, 24, 0]);
    expect(schedule.status().newest?.at).toBe(START + 48 * HOUR_MS);
    await database.close();
  });

  it('pauses after a backup that the folder does not have', async () => {
    const { state, now } = clock();
    let made = 0;
    const { schedule } = scheduled(now, async () => {
      made += 1;
    });
    for (let check = 0; check < 10; check += 1) {
      await schedule.check();
      state.time += 30_000;
    }
    expect(made).toBe(1);
  });

  it('reports a failure, tries again after a pause, and forgets the failure after a success', async () => {
    const { state, now } = clock();
    let attempts = 0;
    const { schedule, reports } = scheduled(now, async () => {
      attempts += 1;
      if (attempts < 3) throw new Error('No space left on device');
    });
    await schedule.check();
    await schedule.check();
    expect(attempts).toBe(1);
    expect(schedule.status()).toMatchObject({
      failure: { at: START, reason: 'No space left on device' },
      failures: 1,
    });
    state.time += HOUR_MS;
    await schedule.check();
    state.time += HOUR_MS;
    await schedule.check();
    expect(schedule.status()).toMatchObject({ failure: undefined, failures: 2 });
    expect(reports).toHaveLength(2);
  });

  it('ends a running backup when the server stops', async () => {
    const started = Promise.withResolvers<void>();
    const reports: unknown[] = [];
    const schedule = createBackupSchedule({
      folder: folder(),
      intervalMs: HOUR_MS,
      now: () => START,
      make: (signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')));
          started.resolve();
        }),
      report: (error) => reports.push(error),
    });
    const running = schedule.check();
    await started.promise;
    await schedule.close();
    await running;
    expect(reports).toEqual([]);
  });
});
