/**
 * `npm run import -- <file> [--again]`: brings an organisation from its archive (docs/ARCHIVE.md) into the server of
 * DATA_DIR or DATABASE_URL, all of it or nothing. An embedded database must not be in use by a server meanwhile.
 */
import { randomFillSync } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { configuredStorage } from '../files/configured-storage.ts';
import { readConfig } from '../shared/config.ts';
import { openMarker } from '../store/marker.ts';
import { openDatabase } from '../store/open.ts';
import { importArchive } from './import-archive.ts';

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const options = process.argv.slice(2);
  const [file, ...others] = options.filter((option) => option !== '--again');
  if (file === undefined || others.length > 0) {
    throw new Error('Say from where: npm run import -- <file> [--again]');
  }
  const config = readConfig(process.env);
  const { databaseUrl, dataDir, publicUrl } = config;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const database = await openDatabase(
    databaseUrl === undefined ? { dataDir } : { url: databaseUrl },
  );
  try {
    const marker = await openMarker(dataDir, database);
    const { name, people, rows, files, missingFiles } = await importArchive({
      path: resolve(file),
      database,
      storage: configuredStorage(config),
      random: (count) => randomFillSync(new Uint8Array(count)),
      clock: { now: () => Date.now() },
      again: options.includes('--again'),
    });
    await marker.confirm();
    process.stdout.write(
      `${name}: ${String(people)} people, ${String(rows)} rows, ${String(files)} files.\n`,
    );
    if (missingFiles > 0) {
      process.stderr.write(`${String(missingFiles)} files were missing on the other server.\n`);
    }
    process.stdout.write(
      `People choose a password once: "Forgot password?" at ${publicUrl} sends them a link.\n`,
    );
  } finally {
    await database.close();
  }
}
