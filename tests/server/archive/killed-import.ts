/**
 * An import in a process of its own that kills itself: `KILL_AT` is `file:<n>` (while it stores the n-th file),
 * `row:<n>` (before the n-th statement of its transaction), `commit` or `committed`.
 */
import { randomFillSync } from 'node:crypto';
import { importArchive } from '../../../server/archive/import-archive.ts';
import { configuredStorage } from '../../../server/files/configured-storage.ts';
import { readConfig } from '../../../server/shared/config.ts';
import { openDatabase } from '../../../server/store/open.ts';
import type { Sql } from '../../../server/store/sql.ts';

const [path = ''] = process.argv.slice(2);
const at = process.env['KILL_AT'] ?? '';
const config = readConfig(process.env);
const { databaseUrl, dataDir } = config;
const database = await openDatabase(databaseUrl === undefined ? { dataDir } : { url: databaseUrl });
const storage = configuredStorage(config);
const { writer } = database;
let files = 0;
let statements = 0;
let isOpen = false;

const counted =
  <T>(run: (text: string, values?: Parameters<Sql['run']>[1]) => Promise<T>) =>
  (text: string, values?: Parameters<Sql['run']>[1]) => {
    if (isOpen) die(`row:${String((statements += 1))}`);
    return run(text, values);
  };

await importArchive({
  path,
  database: {
    kind: database.kind,
    writer: {
      ...writer,
      db: writer.db,
      all: counted(writer.all),
      run: counted(writer.run),
      begin: async () => {
        await writer.begin();
        isOpen = true;
      },
      commit: async () => {
        die('commit');
        await writer.commit();
        die('committed');
      },
    },
  },
  storage: {
    ...storage,
    write: (name, bytes) => {
      files += 1;
      return storage.write(name, at === `file:${String(files)}` ? halfOf(bytes) : bytes);
    },
  },
  random: (count) => randomFillSync(new Uint8Array(count)),
  clock: { now: () => Date.now() },
  again: false,
});
process.stdout.write(`${String(files)} files, ${String(statements)} statements\n`);
await database.close();

function die(here: string): void {
  if (here === at) process.kill(process.pid, 'SIGKILL');
}

/** The beginning of the bytes; then the process is gone. */
async function* halfOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const part of bytes) {
    yield part.subarray(0, Math.ceil(part.length / 2));
    die(at);
  }
}
