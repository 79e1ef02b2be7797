import { CairnError } from '../../../model/shared/errors.ts';
import { shortened } from '../../../model/shared/shorten.ts';
import type { Client, UnsentCopy } from '../../data/client.tsx';
import { i18n, message, translated } from '../../i18n/i18n.ts';
import type { Dialogs } from '../../ui/overlays/dialogs.tsx';

interface SigningOut {
  readonly client: Pick<
    Client,
    | 'signOut'
    | 'sendUnsent'
    | 'unsentWork'
    | 'shotsHere'
    | 'draftsHere'
    | 'isShared'
    | 'exportUnsent'
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
      // Where unsent work stays on the device, everything stays with it.
      const removed = chosen === 'keep' ? NOTHING : await mayRemove(parts);
      if (removed === undefined) return false;
      // Refused because another tab has written since; ask again, including the new changes.
      if (await parts.client.signOut({ unsent: chosen, ...removed })) return true;
    }
  } catch (error) {
    // Report an unexpected error, which the alert would otherwise hide.
    if (!(error instanceof CairnError)) reportError(error);
    const isOut = await parts.isOut();
    await parts.dialogs.alert(...(isOut ? outMessage(chosen) : stayedMessage(error)));
    return isOut;
  }
}

type Removed = Required<Pick<Parameters<Client['signOut']>[0], 'shots' | 'drafts'>>;

const NOTHING: Removed = { shots: 0, drafts: new Set() };

/**
 * Asks about photos and half-typed texts: they count as no change, and would go unnoticed. Undefined when the person
 * stays signed in.
 */
async function mayRemove({ client, dialogs, saveCopy }: SigningOut): Promise<Removed | undefined> {
  for (;;) {
    const shots = await client.shotsHere();
    const { typed, texts, stored } = await client.draftsHere();
    const removed = { shots, drafts: stored };
    if (shots + typed === 0) return removed;
    const choice = await dialogs.choose({
      title: removalTitle({ shots, typed, texts }),
      message: removalMessage({ shots, typed, texts }),
      choices: [
        { value: 'copy', label: i18n.t('Download a copy') },
        { value: 'out', label: i18n.t('Sign out'), kind: 'danger' },
        { value: 'stay', label: i18n.t('Stay signed in') },
      ],
    });
    if (choice === 'out') return removed;
    if (choice !== 'copy') return undefined;
    await saveCopy(await client.exportUnsent());
  }
}

interface NotSent {
  readonly shots: number;
  readonly typed: number;
  readonly texts: readonly string[];
}

function removalTitle({ shots, typed, texts }: NotSent): string {
  if (typed === 0) return filesText(shots);
  // Strokes, dates and people are no texts.
  if (shots > 0 || typed > texts.length) return i18n.t('Not everything here has been sent');
  return i18n.t(
    '{count, plural, one {# text that you typed has not been sent} other {# texts that you typed have not been sent}}',
    { count: typed },
  );
}

function filesText(count: number): string {
  return i18n.t('{count, plural, one {# file is not attached} other {# files are not attached}}', {
    count,
  });
}

/** Number of texts that the question shows. */
const MOST_TEXTS = 3;

function removalMessage({ shots, typed, texts }: NotSent): string {
  const shown = texts.slice(0, MOST_TEXTS).map((text) => `“${shortened(text)}”`);
  const more = typed - shown.length;
  const others =
    shown.length === 0 || more === 0 ? [] : [i18n.t('and {count} more', { count: more })];
  // The title names the files where nothing else is left.
  const files = shots === 0 || typed === 0 ? [] : [filesText(shots)];
  const consequence = i18n.t(
    '{count, plural, one {Signing out removes it from this device.} other {Signing out removes them from this device.}}',
    { count: shots + typed },
  );
  return [...shown, ...others, ...files, consequence].join('\n');
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
    title: i18n.t('{count, plural, one {Sending # change} other {Sending # changes}}', { count }),
    message: i18n.t('You are signed out when the server has everything.'),
    choices: [{ value: 'stay', label: i18n.t('Stay signed in') }],
    until: sending,
  });
  if (!isOver) return false;
  if (await sending) return true;
  await dialogs.alert(i18n.t(NOT_SENT), i18n.t(SAFE));
  return false;
}

const SAFE = message('Nothing is lost');
const NOT_SENT = message(
  'Not everything could be sent. Your work is safe on this device. You are still signed in.',
);

interface Place {
  readonly isShared: boolean;
  readonly isReadable: boolean;
}

function question(
  count: number,
  { isShared, isReadable }: Place,
): Parameters<Dialogs['choose']>[0] {
  const ask = i18n.t(
    '{count, plural, one {It is only on this device. What should happen to it?} other {They are only on this device. What should happen to them?}}',
    { count },
  );
  const keep = i18n.t(
    '{count, plural, one {Keep it locked on this device and sign out} other {Keep them locked on this device and sign out}}',
    { count },
  );
  const discard = i18n.t(
    '{count, plural, one {Discard it and sign out} other {Discard them and sign out}}',
    { count },
  );
  return {
    title: i18n.t(
      '{count, plural, one {# change has not been sent} other {# changes have not been sent}}',
      { count },
    ),
    message: isReadable && !isShared ? `${ask} ${i18n.t(NOT_ENCRYPTED)}` : ask,
    choices: [
      { value: 'send', label: i18n.t('Send now and sign out'), kind: 'primary' },
      { value: 'copy', label: i18n.t('Download a copy') },
      ...(isShared ? [] : [{ value: 'keep', label: keep }]),
      { value: 'discard', label: discard, kind: 'danger' },
      { value: 'stay', label: i18n.t('Stay signed in') },
    ],
  };
}

const NOT_ENCRYPTED = message(
  'This device has not reached the server since Cairn began to encrypt what it keeps: kept here, whoever uses this device can read your unsent work.',
);

function confirmed(dialogs: Dialogs, count: number): Promise<boolean> {
  return dialogs.confirm({
    title: i18n.t('Discard for good?'),
    message: i18n.t(
      '{count, plural, one {This change cannot be brought back.} other {These # changes cannot be brought back.}}',
      { count },
    ),
    confirm: i18n.t('Discard'),
    danger: true,
  });
}

/** Message after sign-out about unsent work; the person decides by it whether to leave the device. */
function outMessage(chosen: Unsent | undefined): [message: string, title: string] {
  if (chosen === 'keep') {
    return [
      i18n.t('What you had not sent stays locked on this device until you sign in again.'),
      i18n.t('You are signed out'),
    ];
  }
  return [
    i18n.t(
      'You are signed out, but not everything of yours could be taken off this device. Clear the data of this site in the browser if others use this device.',
    ),
    i18n.t('Signed out, not tidied up'),
  ];
}

function stayedMessage(error: unknown): [message: string, title: string] {
  const why =
    error instanceof CairnError
      ? translated(error.message)
      : i18n.t(
          'Signing out failed because of an error in Cairn. Reload the page and try again; if it happens again, tell your administrator.',
        );
  return [`${why} ${i18n.t('You are still signed in.')}`, i18n.t(SAFE)];
}
