import { useState } from 'react';
import {
  type AccountDb,
  type Drafts,
  loadWithoutPlace,
  type TypedText,
} from '../../sync/client/index.ts';
import { useAccount, useLive } from './client.tsx';
import { useDrafts } from './stored-drafts.ts';

export type { TypedText };

/** Half-typed texts whose task, project or group is not here any more, for the list of unsent work. */
export function useTextsWithoutPlace() {
  const account = useAccount();
  const drafts = useDrafts();
  const [discarded, setDiscarded] = useState<readonly string[]>([]);
  const found = useLive((db) => listWithoutPlace(db, drafts), [account?.key]) ?? NONE;
  const left = found.filter(({ form }) => !discarded.includes(form));
  const discard = ({ form }: TypedText) => {
    // A restored draft is removed with the form that has read it.
    drafts?.read(form);
    drafts?.remove(form);
    setDiscarded((before) => [...before, form]);
  };
  return { left, discard };
}

async function listWithoutPlace(
  db: AccountDb,
  drafts: Drafts | undefined,
): Promise<readonly TypedText[]> {
  const all = drafts?.all() ?? [];
  if (all.length === 0) return NONE;
  const { textsWithoutPlace } = await loadWithoutPlace();
  const found = await textsWithoutPlace(db, all);
  // A draft of an outbox entry is removed just after the entry, and that alone runs no live query.
  return found.filter(({ form }) => drafts?.has(form) === true);
}

const NONE: readonly TypedText[] = [];
