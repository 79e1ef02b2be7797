import { useCallback, useRef } from 'react';
import { isFileEntry, type OutboxItem } from '../../data/outbox.ts';
import { useDecide } from '../../data/outbox-decisions.ts';
import { i18n, message } from '../../i18n/i18n.ts';
import { useDialogs } from '../../ui/overlays/dialogs.tsx';
import { copyOwnText } from '../../ui/text/copy-own-text.ts';

type Decide = ReturnType<typeof useDecide>;

/** Actions for any change in the outbox panel; `loses` describes the consequence of discarding it. */
export function useEntryActions(item: OutboxItem, loses: string) {
  const carryOut = useDecide();
  const dialogs = useDialogs();
  const decided = useRef(false);
  const isDecided = useCallback(() => decided.current, []);
  const decide: Decide = async (work) => {
    // The entry may unmount before the work has ended.
    decided.current = true;
    const isDone = await carryOut(work);
    decided.current = isDone;
    return isDone;
  };
  return {
    /** True while and after the person's decision is carried out. */
    isDecided,
    decide,
    /** Resolves to true when the change was discarded. */
    discard: async () => {
      const agreed = await dialogs.confirm({
        title: i18n.t('Discard this change?'),
        message: isFileEntry(item) ? i18n.t(FILE_LOSES) : loses,
        confirm: i18n.t('Discard'),
        danger: true,
      });
      return agreed && (await decide((account) => account.discard(item.id)));
    },
    copy: () => copyOwnText(item.ownText),
  };
}

/** Consequence of discarding a file that the server does not have. */
const FILE_LOSES = message(
  'The server does not have this file. Its only copy is deleted from this device.',
);
