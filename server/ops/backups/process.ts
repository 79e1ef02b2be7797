/**
 * Makes one backup (`make-backup.ts`) with the settings of the server, in a process of its own: a copy of a large
 * database would stop the server's event loop for seconds. Prints nothing after success, one line after a failure.
 */
import { setPriority } from 'node:os';
import { resolve } from 'node:path';
import { readConfig } from '../../shared/config.ts';
import { makeBackup } from './make-backup.ts';

/** Below the server, on a scale from -20 to 19. */
const PRIORITY = 10;

try {
  const { dataDir, databaseUrl, s3, backups } = readConfig(process.env);
  if (backups === undefined) throw new Error('BACKUP_DIR is not set');
  setPriority(PRIORITY);
  await makeBackup({
    folder: resolve(backups.folder),
    keep: backups.keep,
    dataDir,
    databaseUrl,
    withFiles: s3 === undefined,
    now: () => Date.now(),
  });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
