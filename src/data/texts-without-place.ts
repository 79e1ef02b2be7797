import { useSyncExternalStore } from 'react';
import {
  type AccountDb,
  type Drafts,
  loadWithoutPlace,
  type TypedText,
} from '../../sync/client/index.ts';
import { useAccount, useLive } from './client.tsx';
import { useDrafts } from './stored-drafts.ts';

export type { TypedText };

/**
 * Half-typed texts whose task, project or group is not here any more, for the list of unsent work. A change of `moment`
 * looks at the drafts again: no live query follows them.
 */
export function useTextsWithoutPlace(moment?: number) {
  const account = useAccount();
  const drafts = useDrafts();
  useSyncExternalStore(follow, () => discards.count);
  const found = useLive((db) => listWithoutPlace(db, drafts), [account?.key, moment]) ?? NONE;
  const left = found.filter(({ form }) => drafts?.has(form) === true);
  const discard = ({ form }: TypedText) => {
    // A restored draft is removed with the form that has read it.
    drafts?.read(form);
    drafts?.remove(form);
    discards.count += 1;
    for (const report of discards.listeners) report();
  };
  return { left, discard };
}

/** The list and the count beside it show the same drafts. */
const discards = { count: 0, listeners: new Set<() => void>() };

function follow(listener: () => void): () => void {
  discards.listeners.add(listener);
  return () => discards.listeners.delete(listener);
}

async function listWithoutPlace(
  db: AccountDb,
  drafts: Drafts | undefined,
): Promise<readonly TypedText[]> {
  const all = drafts?.all() ?? [];
  if (all.length === 0) return NONE;
  const { textsWithoutPlace } = await loadWithoutPlace();
  return await textsWithoutPlace(db, all);
}

const NONE: readonly TypedText[] = [];
