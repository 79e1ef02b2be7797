import { type AccountDb, accountDb } from '../store/database.ts';
import { best, wordsOf } from './search-index.ts';
import { createDetails, type SearchDetails } from './search-details.ts';
import { openSearchTables, type SearchTable } from './search-tables.ts';
import type { FoundRef, SearchApi } from './search-types.ts';

/** Results of one kind in a response. */
const OF_A_KIND = 6;
/** Results in a response. */
const MOST = 24;

interface Opened {
  readonly dbName: string;
  readonly db: AccountDb;
  readonly tables: readonly SearchTable[];
  readonly details: SearchDetails;
}

/**
 * Search over one store at a time, in a worker of its own, so that it blocks neither the screen nor the sync engine.
 */
export function searchApi(open: (dbName: string) => AccountDb = accountDb): SearchApi {
  let opened: Opened | undefined;

  const close = () => {
    for (const { rows } of opened?.tables ?? []) rows.close();
    opened?.db.dexie.close();
    opened = undefined;
  };

  const seen = async (refs: readonly FoundRef[], words: readonly string[]) =>
    refs.length === 0 || opened === undefined ? [] : await opened.details(refs, words);

  return {
    open: async (dbName, me) => {
      if (opened?.dbName === dbName) return;
      close();
      const db = open(dbName);
      opened = { dbName, db, tables: openSearchTables(db), details: createDetails(db, me) };
    },
    find: async (text) => {
      const hits = (opened?.tables ?? []).flatMap(({ kind, rows }) =>
        best(rows.current() ?? [], text, OF_A_KIND).map((hit) => ({ kind, ...hit })),
      );
      const top = hits.toSorted((left, right) => right.score - left.score).slice(0, MOST);
      return seen(top, wordsOf(text));
    },
    details: (refs) => seen(refs, []),
    isComplete: async () =>
      opened?.tables.every(({ rows }) => rows.current() !== undefined) ?? false,
    close: async () => close(),
  };
}
