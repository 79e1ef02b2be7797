import { CairnError } from '../../../model/shared/errors.ts';
import type { Client, UnsentCopy } from '../../data/client.tsx';
import type { Dialogs } from '../../ui/overlays/dialogs.tsx';

interface SigningOut {
  readonly client: Pick<
    Client,
    'signOut' | 'sendUnsent' | 'unsentWork' | 'isShared' | 'exportUnsent'
  >;
  /** Resolves to true when nobody is signed in on this device. */
  readonly isOut: () => Promise<boolean>;
  /** Resolves to true when unsent work that stays on this device is stored unencrypted. */
  readonly isReadable: () => Promise<boolean>;
  readonly dialogs: Dialogs;
  readonly saveCopy: (copy: UnsentCopy) => Promise<void>;
}

type Unsent = Parameters<Client['signOut']>[0]['unsent'];

/** Asks about unsent work and signs out. Resolves to true when nobody is signed in; shows the reason otherwise. */
export async function signOut(parts: SigningOut): Promise<boolean> {
  let chosen: Unsent | undefined;
  try {
    for (;;) {
      chosen = await choose(parts);
      if (chosen === undefined) return false;
      // Refused because another tab has written since; ask again, including the new changes.
      if (await parts.client.signOut({ unsent: chosen })) return true;
    }
  } catch (error) {
    // Report an unexpected error, which the alert would otherwise hide.
    if (!(error instanceof CairnError)) reportError(error);
    const isOut = await parts.isOut();
    await parts.dialogs.alert(...(isOut ? outMessage(chosen) : stayedMessage(error)));
    return isOut;
  }
}

/** Choice about unsent work; undefined when the person cancels. */
async function choose(parts: SigningOut): Promise<Unsent | undefined> {
  const { client, dialogs, saveCopy } = parts;
  for (;;) {
    const count = await client.unsentWork();
    if (count === 0) return 'none';
    const [isShared, isReadable] = await Promise.all([client.isShared(), parts.isReadable()]);
    const choice = await dialogs.choose(question(count, { isShared, isReadable }));
    if (choice === 'send') return (await sent(parts, count)) ? 'none' : undefined;
    if (choice === 'keep') return choice;
    if (choice === 'copy') await saveCopy(await client.exportUnsent());
    else if (choice !== 'discard') return undefined;
    else if (await confirmed(dialogs, count)) return choice;
  }
}

/**
 * Sends the outbox and shows the progress in a dialog that can be cancelled; a cancelled dialog does not sign
 * out later.
 */
async function sent({ client, dialogs }: SigningOut, count: number): Promise<boolean> {
  const sending = client.sendUnsent();
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  sending.then(over, over);
  await dialogs.choose({
    title: count === 1 ? 'Sending 1 change' : `Sending ${count} changes`,
    message: 'You are signed out when the server has everything.',
    choices: [{ value: 'stay', label: 'Stay signed in' }],
    until: sending,
  });
  if (!isOver) return false;
  if (await sending) return true;
  await dialogs.alert(NOT_SENT, SAFE);
  return false;
}

const SAFE = 'Nothing is lost';
const NOT_SENT =
  'Not everything could be sent. Your work is safe on this device. You are still signed in.';

interface Place {
  readonly isShared: boolean;
  readonly isReadable: boolean;
}

function question(
  count: number,
  { isShared, isReadable }: Place,
): Parameters<Dialogs['choose']>[0] {
  const what = count === 1 ? 'it' : 'them';
  return {
    title: count === 1 ? '1 change has not been sent' : `${count} changes have not been sent`,
    message: `${count === 1 ? 'It is' : 'They are'} only on this device. What should happen to ${what}?${isReadable && !isShared ? NOT_ENCRYPTED : ''}`,
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

const NOT_ENCRYPTED =
  ' This device has not reached the server since Cairn began to encrypt what it keeps: kept here, whoever uses this device can read your unsent work.';

function confirmed(dialogs: Dialogs, count: number): Promise<boolean> {
  return dialogs.confirm({
    title: 'Discard for good?',
    message: `${count === 1 ? 'This change' : `These ${count} changes`} cannot be brought back.`,
    confirm: 'Discard',
    danger: true,
  });
}

/** Message after sign-out about unsent work; the person decides by it whether to leave the device. */
function outMessage(chosen: Unsent | undefined): [message: string, title: string] {
  if (chosen === 'keep') {
    return [
      'What you had not sent stays locked on this device until you sign in again.',
      'You are signed out',
    ];
  }
  return [
    'You are signed out, but not everything of yours could be taken off this device. Clear the data of this site in the browser if others use this device.',
    'Signed out, not tidied up',
  ];
}

function stayedMessage(error: unknown): [message: string, title: string] {
  const why =
    error instanceof CairnError
      ? error.message
      : 'Signing out failed because of an error in Cairn. Reload the page and try again; if it happens again, tell your administrator.';
  return [`${why} You are still signed in.`, SAFE];
}
