import type { Refusal } from '../../../model/shared/errors.ts';
import { useAccount, wasTold } from '../../data/client.tsx';
import type { OutboxItem } from '../../data/sync-status.ts';
import { copyText } from '../../ui/copy-text.ts';
import { useDialogs } from '../../ui/dialogs.tsx';
import { showToast } from '../../ui/toasts.tsx';

/** What a person can do about any change in the panel; `loses` says what discarding it takes away. */
export function useEntryActions(item: OutboxItem, loses: string) {
  const account = useAccount();
  const dialogs = useDialogs();
  const report = async (work: Promise<Refusal | undefined> | undefined) => {
    const refusal = await work;
    if (refusal !== undefined && !wasTold(refusal)) await dialogs.alert(refusal.message);
  };
  return {
    report,
    discard: async () => {
      const panel = document.activeElement?.closest('dialog');
      const agreed = await dialogs.confirm({
        title: 'Discard this change?',
        message: loses,
        confirm: 'Discard',
        danger: true,
      });
      if (!agreed) return;
      await report(account?.discard(item.id));
      // The button goes with the change.
      panel?.focus({ preventScroll: true });
    },
    copy: async () => {
      const done = await copyText(item.ownText);
      showToast(
        done
          ? { message: 'Copied' }
          : { message: 'Copying is not possible here; select the text instead', kind: 'info' },
      );
    },
  };
}
