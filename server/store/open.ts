import { mkdirSync } from 'node:fs';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { openSqliteFile, openSqliteMemory } from './sqlite.ts';

/** Location of the data: a PostgreSQL, a folder with the embedded database, or memory. */
export type DatabasePlace =
  | { readonly url: string }
  | { readonly dataDir: string }
  | { readonly memory: true };

/** Opens a database and migrates its tables. Rejects when another process has locked the folder. */
export async function openDatabase(place: DatabasePlace): Promise<Database> {
  const database = await open(place);
  try {
    await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function open(place: DatabasePlace): Promise<Database> {
  if ('url' in place) return openPostgres(place.url);
  if ('memory' in place) return openSqliteMemory();
  mkdirSync(place.dataDir, { recursive: true, mode: 0o700 });
  return openSqliteFile(place.dataDir);
}
