import type { DraftJournal } from '../../../sync/store/drafts.ts';

/** Local storage of a page in which nothing is being typed. */
export const NO_DRAFTS: DraftJournal = {
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
};
