/**
 * `npm run backup -- <file>`: writes a copy of the embedded database in DATA_DIR, and of people's files beside it as
 * `<file>.files`, also while the server runs. A PostgreSQL is backed up with its own tools (pg_dump), then DATA_DIR/files
 * by copying the folder.
 */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { readConfig } from '../shared/config.ts';
import { writeBackup } from './backup-file.ts';

try {
  const { dataDir, databaseUrl, s3 } = readConfig(process.env);
  const [, , file] = process.argv;
  if (databaseUrl !== undefined) throw new Error('This is a PostgreSQL: back it up with pg_dump.');
  if (file === undefined) throw new Error('Say where to: npm run backup -- <file>');
  const missing = writeBackup(dataDir, resolve(file), { withFiles: s3 === undefined });
  process.stdout.write(`${resolve(file)}: ${String(statSync(file).size)} bytes\n`);
  if (s3 !== undefined) {
    process.stderr.write(
      "People's files lie in the object store: copy its bucket with its own tools.\n",
    );
  }
  if (missing > 0) process.stderr.write(`${String(missing)} files were not to be found\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
