/**
 * `npm run export -- <organisation> <file>`: writes the archive of an organisation (docs/ARCHIVE.md), also while the
 * server runs, of which it is a process of its own with a connection of its own. `<organisation>` is its number or its
 * name; `-` as the file is the standard output, which the server reads.
 */
import { setPriority } from 'node:os';
import { resolve } from 'node:path';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { configuredStorage } from '../files/configured-storage.ts';
import { type Config, readConfig } from '../shared/config.ts';
import { readSnapshot, type StoredPlace } from '../store/open-snapshot.ts';
import { textOf } from '../store/sql.ts';
import { writeArchive } from './write-archive.ts';

/** Below the server, on a scale from -20 to 19. */
const PRIORITY = 10;

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const [, , organization, target] = process.argv;
  if (organization === undefined || target === undefined) {
    throw new Error('Say what and where to: npm run export -- <organisation> <file>');
  }
  setPriority(PRIORITY);
  const config = readConfig(process.env);
  const { databaseUrl, dataDir } = config;
  const place = databaseUrl === undefined ? { dataDir } : { url: databaseUrl };
  const orgId = await numberOf(place, organization);
  if (target === '-') {
    await write(config, { place, orgId, output: process.stdout });
    return;
  }
  const path = resolve(target);
  const draft = `${path}.draft`;
  try {
    const output = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
    const { parts, files, missing } = await write(config, { place, orgId, output });
    await rename(draft, path);
    const rows = parts.reduce((sum, part) => sum + part.rows, 0);
    process.stdout.write(`${path}: ${String(rows)} rows, ${String(files.count)} files\n`);
    if (missing.length > 0) {
      process.stderr.write(`${String(missing.length)} files are missing on this server\n`);
    }
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

interface Target {
  readonly place: StoredPlace;
  readonly orgId: string;
  readonly output: Writable;
}

function write(config: Config, { place, orgId, output }: Target) {
  return writeArchive(
    {
      orgId,
      snapshot: (read) => readSnapshot(place, read),
      storage: configuredStorage(config),
      folder: config.dataDir,
      now: Date.now(),
    },
    output,
  );
}

async function numberOf(place: StoredPlace, organization: string): Promise<string> {
  const rows = await readSnapshot(place, (sql) =>
    sql.all('select org_id, name from organizations where org_id = ? or name = ? order by org_id', [
      organization,
      organization,
    ]),
  );
  const byNumber = rows.find((row) => row['org_id'] === organization);
  const [first, ...others] = byNumber === undefined ? rows : [byNumber];
  if (first === undefined) throw new Error(`There is no organisation "${organization}".`);
  if (others.length > 0) {
    const numbers = rows.map((row) => textOf(row, 'org_id')).join(', ');
    throw new Error(`Several organisations have this name. Say which by its number: ${numbers}`);
  }
  return textOf(first, 'org_id');
}
