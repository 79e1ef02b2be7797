import { useCallback, useRef } from 'react';
import type { Refusal } from '../../model/shared/errors.ts';
import type { Account } from '../../sync/client/index.ts';
import { useAccount, useShowRefusal, wasReported } from './client.tsx';
import { useDraft } from './drafts.ts';
import type { OutboxItem } from './outbox.ts';
import { usePersonName } from './people.ts';

type Decisions = Pick<Account, 'retry' | 'discard' | 'editText' | 'chooseText'>;
type TextChoice = Parameters<Account['chooseText']>[1];

/**
 * Carries out a person's decision about an entry of the outbox and shows the reason when it is not possible. Resolves to
 * true when it was carried out; a second press meanwhile does nothing.
 */
export function useDecide(): (
  decide: (account: Decisions) => Promise<Refusal | undefined>,
) => Promise<boolean> {
  const account = useAccount();
  const showRefusal = useShowRefusal();
  const isBusy = useRef(false);
  return useCallback(
    async (decide) => {
      if (account === undefined || isBusy.current) return false;
      isBusy.current = true;
      const refusal = await decide(account).finally(() => {
        isBusy.current = false;
      });
      // A failure of the device itself has been shown already.
      if (refusal !== undefined && !wasReported(refusal)) await showRefusal(refusal.message);
      return refusal === undefined;
    },
    [account, showRefusal],
  );
}

type Decide = ReturnType<typeof useDecide>;

/** Choice between two versions of a text. The merged text survives a closed panel and a reload until one is chosen. */
export function useTextChoice(item: OutboxItem, decide: Decide) {
  const { id, mine = '', theirs = '' } = item;
  const store = useDraft(entryDraft('outbox-merge', item), { text: `${mine}\n\n${theirs}` });
  const choose = async (choice: TextChoice) => {
    if (await decide((account) => account.chooseText(id, choice))) store.clear();
  };
  return { store, choose, ...useAuthor(item) };
}

/** Who wrote the other version: the person on another device, as of a note, or a name; neither where it is not known. */
function useAuthor({ author, table }: OutboxItem) {
  const own = useAccount()?.orgUserId;
  const nameOf = usePersonName();
  const isOwn = table === 'notes' || (author !== undefined && author === own);
  return { isOwn, author: author === undefined || isOwn ? '' : nameOf(author) };
}

/** Text of a rejected change while it is edited, stored until the change is sent or discarded. */
export function useEditedText(item: OutboxItem) {
  return useDraft(entryDraft('outbox-edit', item), { text: item.text ?? '' });
}

/** Key of a draft of an entry: with its row, because a replaced database gives the numbers of entries again. */
function entryDraft(kind: 'outbox-edit' | 'outbox-merge', { id, rowId }: OutboxItem): string {
  return `${kind}:${id}:${rowId}`;
}
