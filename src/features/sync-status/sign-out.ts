import { CairnError } from '../../../model/shared/errors.ts';
import type { Client } from '../../data/client.tsx';
import type { Dialogs } from '../../ui/dialogs.tsx';

interface SigningOut {
  readonly client: Pick<Client, 'signOut' | 'unsentWork' | 'isShared' | 'exportUnsent'>;
  /** Whether nobody is signed in here any more. */
  readonly isOut: () => Promise<boolean>;
  readonly dialogs: Dialogs;
  readonly saveCopy: (copy: Blob) => void;
}

/** Asks what becomes of unsent work and signs out; true when nobody is signed in any more. Says why when it cannot. */
export async function signOut(parts: SigningOut): Promise<boolean> {
  try {
    return await askAndLeave(parts);
  } catch (error) {
    // A fault of ours must not vanish behind a sentence.
    if (!(error instanceof CairnError)) reportError(error);
    const isOut = await parts.isOut();
    await parts.dialogs.alert(...failedWords(error, isOut));
    return isOut;
  }
}

async function askAndLeave({ client, dialogs, saveCopy }: SigningOut): Promise<boolean> {
  for (;;) {
    const unsent = await chosen({ client, dialogs, saveCopy });
    if (unsent === undefined) return false;
    // Not out: another tab has written something since, which is asked about as well.
    if (await client.signOut({ unsent })) return true;
  }
}

/** What becomes of unsent work; undefined when the person stays. */
async function chosen({
  client,
  dialogs,
  saveCopy,
}: Omit<SigningOut, 'isOut'>): Promise<Parameters<Client['signOut']>[0]['unsent'] | undefined> {
  for (;;) {
    const count = await client.unsentWork();
    if (count === 0) return 'none';
    const choice = await dialogs.choose(question(count, await client.isShared()));
    if (choice === 'send' || choice === 'keep') return choice;
    if (choice === 'copy') saveCopy(await client.exportUnsent());
    else if (choice !== 'discard') return undefined;
    else if (await confirmed(dialogs, count)) return choice;
  }
}

function question(count: number, isShared: boolean): Parameters<Dialogs['choose']>[0] {
  const what = count === 1 ? 'it' : 'them';
  return {
    title: count === 1 ? '1 change has not been sent' : `${count} changes have not been sent`,
    message: `${count === 1 ? 'It is' : 'They are'} only on this device. What should happen to ${what}?`,
    choices: [
      { value: 'send', label: 'Send now and sign out', kind: 'primary' },
      { value: 'copy', label: 'Download a copy' },
      ...(isShared
        ? []
        : [{ value: 'keep', label: `Keep ${what} locked on this device and sign out` }]),
      { value: 'discard', label: `Discard ${what} and sign out`, kind: 'danger' },
      { value: 'stay', label: 'Stay signed in' },
    ],
  };
}

function confirmed(dialogs: Dialogs, count: number): Promise<boolean> {
  return dialogs.confirm({
    title: 'Discard for good?',
    message: `${count === 1 ? 'This change' : `These ${count} changes`} cannot be brought back.`,
    confirm: 'Discard',
    danger: true,
  });
}

/** What was not done, and what has become of it: who reads it decides whether the device can be left alone. */
function failedWords(error: unknown, isOut: boolean): [message: string, title: string] {
  if (isOut) {
    return [
      'You are signed out, but not everything of yours could be taken off this device. Clear the data of this site in the browser if others use this device.',
      'Signed out, not tidied up',
    ];
  }
  const why =
    error instanceof CairnError
      ? error.message
      : 'Signing out failed: a fault in Cairn itself, not of yours. Reload the page and do it again; if it happens once more, tell whoever runs Cairn for you.';
  return [`${why} You are still signed in.`, 'Nothing is lost'];
}
