import BetterSqlite from 'better-sqlite3';
import { createMutex } from '../../../server/store/mutex.ts';
import { openDatabase } from '../../../server/store/open.ts';
import type { SqlRow } from '../../../server/store/sql.ts';
import { createTruth, type Truth } from '../truth.ts';
import {
  copyData,
  createDataFolders,
  installWitness,
  linkData,
  renewEpochs,
} from './data-folder.ts';
import type { OpenData, ServerData } from './server-data.ts';
import { writeInTurns } from './turns.ts';

interface SqliteOptions {
  /** Initial data folder; undefined: an empty one. */
  readonly template?: string | undefined;
  /** Several processes use the file, in turns. */
  readonly isShared?: boolean;
}

export interface SqliteData extends ServerData {
  /** Present data folder. */
  readonly folder: () => string;
}

/** Data in a folder with the embedded database. */
export function sqliteData({ template, isShared = false }: SqliteOptions): SqliteData {
  const folders = createDataFolders();
  let folder = folders.fresh();
  let alone = createMutex();
  let kept: string | undefined;
  if (template !== undefined) copyData(template, folder);
  const replaceBy = (from: string) => {
    const to = folders.fresh();
    copyData(from, to);
    folder = to;
    alone = createMutex();
  };
  const openAlone = async (): Promise<OpenData> => {
    const database = await openDatabase({ dataDir: folder });
    installWitness(folder);
    // The rest of a killed process continues in a folder that nothing reads any more.
    return { database, kill: () => undefined, close: database.close };
  };
  const openShared = async (): Promise<OpenData> => {
    // Each process locks a folder of its own.
    const database = await openDatabase({ dataDir: linkData(folder, folders.fresh()) });
    installWitness(folder);
    return { ...writeInTurns(database, alone), close: database.close };
  };
  return {
    folder: () => folder,
    // The migrations of a process write.
    reserve: () => (isShared ? alone.lock() : Promise.resolve(() => undefined)),
    open: isShared ? openShared : openAlone,
    readTruth: () => truthOf(folder),
    detach: () => replaceBy(folder),
    backup: () => {
      kept = folders.fresh();
      copyData(folder, kept);
    },
    hasBackup: () => kept !== undefined,
    putBack: (epoch) => {
      if (kept === undefined) throw new Error('There is no backup');
      replaceBy(kept);
      if (epoch !== undefined) renewEpochs(folder, epoch);
    },
    remove: async () => folders.removeAll(),
  };
}

function truthOf(folder: string): Truth {
  const handle = new BetterSqlite(`${folder}/cairn.db`, { readonly: true });
  const version = handle.prepare('pragma data_version').pluck();
  return createTruth({
    prepare: (text) => {
      const statement = handle.prepare<unknown[], SqlRow>(text);
      return (values) => statement.all(...values);
    },
    version: () => version.get(),
    close: () => handle.close(),
  });
}
