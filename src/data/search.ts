import { useEffect, useState } from 'react';
import {
  type Found,
  type FoundKind,
  type FoundRef,
  openSearch,
  type Search,
} from '../../sync/client/index.ts';
import { useAccount } from './client.tsx';
import { useIsDownloading } from './downloading.ts';
import { shownName } from './person-name.ts';

/**
 * Delay after start before the search index is built in the background, so that the first query does not
 * wait. Milliseconds.
 */
const READY_AFTER = 15_000;
/** Interval of the check whether the index is complete. Milliseconds. */
const CHECK_AGAIN = 300;

/** Search over the open account; undefined until it is wanted or the app is idle. */
export function useSearch(wanted: boolean): Search | undefined {
  const account = useAccount();
  const downloading = useIsDownloading();
  const [search, setSearch] = useState<Search>();
  const isOpen = search !== undefined;
  useEffect(() => {
    if (isOpen || account === undefined || (downloading && !wanted)) return undefined;
    const start = () => setSearch(openSearch(account.record));
    const timer = setTimeout(start, wanted ? 0 : READY_AFTER);
    return () => clearTimeout(timer);
  }, [isOpen, account, downloading, wanted]);
  useEffect(() => () => search?.close(), [search]);
  return search;
}

interface Answer {
  readonly found: readonly Found[];
  /** False while the store is read for the first time. */
  readonly isComplete: boolean;
}

const NOTHING: Answer = { found: [], isComplete: false };

/** Results for the text; the previous results until they are read. */
export function useFound(search: Search | undefined, text: string): Answer {
  const [answer, setAnswer] = useState(NOTHING);
  useEffect(() => {
    if (search === undefined || text.trim() === '') return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const ask = async () => {
      // Requested together: the results have to arrive before the next key press.
      const [isComplete, found] = await Promise.all([search.isComplete(), search.find(text)]);
      if (isOver) return;
      setAnswer({ found: found.map(shownHit), isComplete });
      if (!isComplete) timer = setTimeout(() => void ask(), CHECK_AGAIN);
    };
    void ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [search, text]);
  return text.trim() === '' ? NOTHING : answer;
}

/** Current rows of the results. */
export function useDetails(
  search: Search | undefined,
  refs: readonly FoundRef[],
): readonly Found[] {
  const [found, setFound] = useState<readonly Found[]>([]);
  useEffect(() => {
    let isOver = false;
    void search?.details(refs).then((seen) => {
      if (!isOver) setFound(seen.map(shownHit));
    });
    return () => {
      isOver = true;
    };
  }, [search, refs]);
  return found;
}

/** The store has the names of erased people in English. */
function shownHit(hit: Found): Found {
  const title = hit.kind === 'person' ? shownName(hit.title) : hit.title;
  return { ...hit, title, place: hit.place.map(shownName) };
}

export type { Found, FoundKind, Search };
