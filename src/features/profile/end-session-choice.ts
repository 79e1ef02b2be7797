import type { Removal } from '../../data/own-sessions.ts';
import { i18n } from '../../i18n/i18n.ts';
import type { Dialogs } from '../../ui/overlays/dialogs.tsx';

/** Asks about the data on the device of a session that ends; undefined when the person cancels. */
export async function chooseRemoval(
  dialogs: Pick<Dialogs, 'choose'>,
  title: string,
): Promise<{ readonly remove: Removal | undefined } | undefined> {
  const choice = await dialogs.choose({
    title,
    message: i18n.t(
      'Should Cairn’s data be removed from there as well? That is done as soon as Cairn is opened there with a connection. Work that was not sent from there cannot be sent any more then: its text can be kept there to be read and copied, or be removed too.',
    ),
    choices: [
      { value: 'end', label: i18n.t('Sign out there, leave the data'), kind: 'primary' },
      {
        value: 'keep_unsent',
        label: i18n.t('Sign out and remove the data, keep text that was not sent'),
      },
      { value: 'all', label: i18n.t('Sign out and remove everything'), kind: 'danger' },
      { value: 'stay', label: i18n.t('Cancel') },
    ],
  });
  if (choice === 'end') return { remove: undefined };
  return choice === 'keep_unsent' || choice === 'all' ? { remove: choice } : undefined;
}
