import { useCallback, useRef } from 'react';
import type { Refusal } from '../../../model/shared/errors.ts';
import { useAccount, wasReported } from '../../data/client.tsx';
import { isFileEntry, type OutboxItem } from '../../data/outbox.ts';
import { i18n, message, translated } from '../../i18n/i18n.ts';
import { useDialogs } from '../../ui/overlays/dialogs.tsx';
import { copyOwnText } from '../../ui/text/copy-own-text.ts';

/** Actions for any change in the outbox panel; `loses` describes the consequence of discarding it. */
export function useEntryActions(item: OutboxItem, loses: string) {
  const account = useAccount();
  const dialogs = useDialogs();
  const decided = useRef(false);
  const isDecided = useCallback(() => decided.current, []);
  const report = async (work: Promise<Refusal | undefined> | undefined) => {
    // The entry may unmount before the work has ended.
    decided.current = true;
    const refusal = await work;
    decided.current = refusal === undefined;
    if (refusal !== undefined && !wasReported(refusal))
      await dialogs.alert(translated(refusal.message));
  };
  return {
    /** True while and after the person's decision is carried out. */
    isDecided,
    report,
    discard: async () => {
      const agreed = await dialogs.confirm({
        title: i18n.t('Discard this change?'),
        message: isFileEntry(item) ? i18n.t(FILE_LOSES) : loses,
        confirm: i18n.t('Discard'),
        danger: true,
      });
      if (agreed) await report(account?.discard(item.id));
    },
    copy: () => copyOwnText(item.ownText),
  };
}

/** Consequence of discarding a file that the server does not have. */
const FILE_LOSES = message(
  'The server does not have this file. Its only copy is deleted from this device.',
);
