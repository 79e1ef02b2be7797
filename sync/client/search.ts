import { wrap } from 'comlink';
import type { AccountRecord } from '../store/device-db.ts';
import type { SearchApi } from '../worker/search-types.ts';

/** Search over the store of one account, in a worker that runs until `close`. */
export interface Search extends Pick<SearchApi, 'find' | 'details' | 'isComplete'> {
  readonly close: () => void;
}

export function openSearch({ dbName, orgUserId }: AccountRecord): Search {
  const worker = new Worker(new URL('../worker/search-main.ts', import.meta.url), {
    type: 'module',
    name: 'cairn-search',
  });
  const api = wrap<SearchApi>(worker);
  void api.open(dbName, orgUserId);
  return {
    find: (text) => api.find(text),
    details: (refs) => api.details(refs),
    isComplete: () => api.isComplete(),
    close: () => worker.terminate(),
  };
}
