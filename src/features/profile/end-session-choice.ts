import type { Removal } from '../../data/own-sessions.ts';
import type { Dialogs } from '../../ui/overlays/dialogs.tsx';

/** Asks about the data on the device of a session that ends; undefined when the person cancels. */
export async function chooseRemoval(
  dialogs: Pick<Dialogs, 'choose'>,
  title: string,
): Promise<{ readonly remove: Removal | undefined } | undefined> {
  const choice = await dialogs.choose({
    title,
    message:
      'Should Cairn’s data be removed from there as well? That is done as soon as Cairn is opened there with a connection. Work that was not sent from there cannot be sent any more then: its text can be kept there to be read and copied, or be removed too.',
    choices: [
      { value: 'end', label: 'Sign out there, leave the data', kind: 'primary' },
      { value: 'keep_unsent', label: 'Sign out and remove the data, keep text that was not sent' },
      { value: 'all', label: 'Sign out and remove everything', kind: 'danger' },
      { value: 'stay', label: 'Cancel' },
    ],
  });
  if (choice === 'end') return { remove: undefined };
  return choice === 'keep_unsent' || choice === 'all' ? { remove: choice } : undefined;
}
