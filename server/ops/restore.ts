/**
 * `npm run restore -- <file>`: replaces the embedded database in DATA_DIR by a backup, keeps the replaced one, and
 * gives every stream a new epoch, so that devices compare themselves again. With DATABASE_URL, after pg_restore, it
 * does only the last (no file), and counts the files that are missing. The server must not be running. Exits with 1 when files are missing, too.
 */
import { randomFillSync } from 'node:crypto';
import { resolve } from 'node:path';
import { type Config, readConfig } from '../shared/config.ts';
import type { Database } from '../store/database.ts';
import { FORGET_INSTALLATION } from '../store/installation.ts';
import { openMarker } from '../store/marker.ts';
import { openDatabase } from '../store/open.ts';
import { openProgress } from '../store/progress.ts';
import { numberOf, textOf } from '../store/sql.ts';
import { countMissing, filesFolder, OBJECT_TABLES } from './backup-objects.ts';
import { renewEpochs, type Restored, restoreFile } from './restore-file.ts';

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const [, , file] = process.argv;
  const { databaseUrl, dataDir } = config;
  const restored = databaseUrl === undefined ? putFile(config, file) : undefined;
  if (databaseUrl !== undefined && file !== undefined) {
    throw new Error('Restore a PostgreSQL with pg_restore, then run this without a file.');
  }
  const database = await openDatabase(
    databaseUrl === undefined ? { dataDir } : { url: databaseUrl },
  );
  try {
    const missing = restored?.missing ?? (await missingFiles(config, database));
    if (restored === undefined) await becomeAnother(database);
    const streams = restored?.streams ?? (await renewEpochs(database, random));
    await openMarker(dataDir, database);
    // The note about the replaced database does not apply to this one, which has new epochs already.
    await (await openProgress(dataDir, database)).write();
    process.stdout.write(`Restored. ${String(streams)} histories begin anew.\n`);
    if (config.s3 !== undefined) process.stdout.write(`${NOT_OWNED}\n`);
    if (missing > 0) {
      const places = restored === undefined ? 'not in' : 'neither in the backup nor in';
      process.stderr.write(
        `${String(missing)} attached files are ${places} ${dataDir}: everything else is restored.\n`,
      );
      process.exitCode = 1;
    }
  } finally {
    await database.close();
  }
}

const NOT_OWNED =
  'The bucket of S3_URL still belongs to the database before. If this is no drill, start the server and run "npm run take-files": until then nothing is removed from the bucket.';

/** The restored database is another installation than the one that owns the bucket. */
async function becomeAnother({ writer }: Database): Promise<void> {
  await writer.begin();
  try {
    await writer.run(FORGET_INSTALLATION);
    await writer.commit();
  } catch (error) {
    await writer.rollback();
    throw error;
  }
}

/** Files that a restored PostgreSQL names and the data folder does not have; in an object store they are not counted. */
async function missingFiles({ dataDir, s3 }: Config, database: Database): Promise<number> {
  if (s3 !== undefined) return 0;
  const tables = OBJECT_TABLES.map((table) => `select name, size from ${table}`);
  const rows = await database.snapshot((sql) => sql.all(tables.join(' union all ')));
  const objects = rows.map((row) => ({ name: textOf(row, 'name'), size: numberOf(row, 'size') }));
  return countMissing(objects, filesFolder(dataDir));
}

function putFile({ dataDir, s3 }: Config, file: string | undefined): Restored {
  if (file === undefined) throw new Error('Say from where: npm run restore -- <file>');
  const suffix = `before-${String(Date.now())}`;
  const options = { suffix, random, withFiles: s3 === undefined };
  const restored = restoreFile(dataDir, resolve(file), options);
  if (restored.kept !== undefined) {
    process.stdout.write(`What was there is kept as ${restored.kept}\n`);
  }
  return restored;
}

function random(count: number): Uint8Array {
  return randomFillSync(new Uint8Array(count));
}
