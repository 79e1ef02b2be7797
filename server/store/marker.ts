import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from './database.ts';
import { countWrites } from './erased-writes.ts';

/**
 * A note beside the database that there has been data. A database that is empty although the note exists was lost or
 * replaced; a server that continued with it would look as if everything had been deleted.
 */
export interface Marker {
  /** Writes the note once there is data; does nothing when the note exists. */
  readonly confirm: () => Promise<void>;
}

const FILE = 'cairn-has-data.json';

/** Throws, with a text for the operator, when the note names data of this kind of database and there is none. */
export async function openMarker(
  dataDir: string,
  database: Pick<Database, 'kind' | 'snapshot'>,
): Promise<Marker> {
  const path = join(dataDir, FILE);
  if (remembers(path, database.kind) && !(await hasData(database))) {
    throw new Error(
      [
        `The database is empty, but ${path} says that it held data before.`,
        'Nothing was changed. Restore a backup (a restore writes the note anew),',
        `or delete ${path} to start with nothing.`,
      ].join(' '),
    );
  }
  const confirm = async () => {
    if (remembers(path, database.kind) || !(await hasData(database))) return;
    const draft = `${path}.draft`;
    writeFileSync(draft, `${JSON.stringify({ database: database.kind })}\n`, { mode: 0o600 });
    renameSync(draft, path);
  };
  await confirm();
  return { confirm };
}

function remembers(path: string, kind: Database['kind']): boolean {
  return existsSync(path) && readFileSync(path, 'utf8').includes(`"${kind}"`);
}

/** Also true when every organisation was erased as planned: the erasure leaves its count. */
async function hasData(database: Pick<Database, 'snapshot'>): Promise<boolean> {
  return database.snapshot(async (sql) => (await countWrites(sql)) > 0);
}
