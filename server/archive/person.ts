/**
 * `node server/archive/person.ts <account> -`: writes the data of an account to the standard output, for the server
 * (`processes.ts`).
 */
import { setPriority } from 'node:os';
import { configuredStorage } from '../files/configured-storage.ts';
import { readConfig } from '../shared/config.ts';
import { readSnapshot } from '../store/open-snapshot.ts';
import { writeOwnData } from './own-data.ts';

/** Below the server, on a scale from -20 to 19. */
const PRIORITY = 10;

try {
  const [, , userId = ''] = process.argv;
  setPriority(PRIORITY);
  const config = readConfig(process.env);
  const { databaseUrl, dataDir } = config;
  const place = databaseUrl === undefined ? { dataDir } : { url: databaseUrl };
  await writeOwnData(
    {
      userId,
      snapshot: (read) => readSnapshot(place, read),
      storage: configuredStorage(config),
      folder: dataDir,
      now: Date.now(),
    },
    process.stdout,
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
