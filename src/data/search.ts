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

/** Search gets ready by itself when the app has been open for a while, so that the first question waits for nothing. */
const READY_AFTER = 15_000;
/** How often one asks whether everything has been read. */
const CHECK_AGAIN = 300;

/** Search over the open account; undefined until it is wanted or the app has nothing else to do. */
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
  /** False while the store is being read for the first time. */
  readonly isComplete: boolean;
}

const NOTHING: Answer = { found: [], isComplete: false };

/** What is found for the text, the answer before it until then. */
export function useFound(search: Search | undefined, text: string): Answer {
  const [answer, setAnswer] = useState(NOTHING);
  useEffect(() => {
    if (search === undefined || text.trim() === '') return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const ask = async () => {
      // Asked for together: a person types, and the answer has to be there before the next key.
      const [isComplete, found] = await Promise.all([search.isComplete(), search.find(text)]);
      if (isOver) return;
      setAnswer({ found, isComplete });
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

/** The same things as they are now. */
export function useDetails(
  search: Search | undefined,
  refs: readonly FoundRef[],
): readonly Found[] {
  const [found, setFound] = useState<readonly Found[]>([]);
  useEffect(() => {
    let isOver = false;
    void search?.look(refs).then((seen) => {
      if (!isOver) setFound(seen);
    });
    return () => {
      isOver = true;
    };
  }, [search, refs]);
  return found;
}

export type { Found, FoundKind, Search };
