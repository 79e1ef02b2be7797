import type { OrgUser } from '../../../../model/entities/org-user.ts';
import { useClient } from '../../../data/client.tsx';
import { failureMessage } from '../../../data/failure-messages.ts';
import { resetFactors } from '../../../data/two-step.ts';
import { i18n, translated } from '../../../i18n/i18n.ts';
import { useDialogs } from '../../../ui/overlays/dialogs.tsx';
import { showToast } from '../../../ui/overlays/toasts.tsx';

/** Removes the second factors of a member who has lost them, after a confirmation. Needs a connection. */
export function useResetFactors(): (person: OrgUser) => Promise<void> {
  const client = useClient();
  const dialogs = useDialogs();
  return async ({ id, display_name: name }) => {
    const sure = await dialogs.confirm({
      title: i18n.t('Reset the two-step sign-in of {name}?', { name }),
      message: i18n.t(
        'Do it only after you have spoken with them: from then on their password alone signs in, until they set it up again. They get a mail.',
      ),
      confirm: i18n.t('Reset'),
      danger: true,
    });
    if (!sure) return;
    try {
      await resetFactors(client, id);
      showToast({
        kind: 'success',
        message: i18n.t('The two-step sign-in of {name} is reset', { name }),
      });
    } catch (failure) {
      const text = failureMessage(failure, {
        fault: i18n.t('Something went wrong in Cairn. Reload the page.'),
        silence: i18n.t('The server cannot be reached. Try again in a moment.'),
      });
      showToast({ kind: 'error', message: translated(text) });
    }
  };
}
