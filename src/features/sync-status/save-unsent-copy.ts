import { CairnError } from '../../../model/shared/errors.ts';
import type { UnsentCopy } from '../../data/client.tsx';
import { i18n, message, translated } from '../../i18n/i18n.ts';
import type { Dialogs } from '../../ui/overlays/dialogs.tsx';
import { saveFile } from '../../ui/files/save-file.ts';

interface Saving {
  readonly dialogs: Pick<Dialogs, 'alert'>;
  /** Consequence of the sign-out for unsent work. */
  readonly end: keyof typeof ENDS;
  readonly save?: (content: Blob, name: string) => void;
}

/** Downloads the copy and reports gaps: a person who believes it complete might discard the only original. */
export async function saveUnsentCopy(
  { file, missing }: UnsentCopy,
  { dialogs, end, save = saveFile }: Saving,
): Promise<void> {
  save(file, unsentCopyName(file));
  if (missing.length === 0) return;
  await dialogs.alert(missingMessage(missing, end), i18n.t('The copy is not complete'));
}

/** Name of a copy, which is an archive when it contains files. */
export function unsentCopyName({ type }: Blob): string {
  return type === 'application/zip' ? 'cairn-unsent.zip' : 'cairn-unsent.json';
}

/** Same for a copy that is still being made; reports when making it fails. */
export async function saveUnsentCopyOf(making: Promise<UnsentCopy>, saving: Saving): Promise<void> {
  try {
    await saveUnsentCopy(await making, saving);
  } catch (error) {
    if (!(error instanceof CairnError)) throw error;
    await saving.dialogs.alert(translated(error.message));
  }
}

const ENDS = {
  sent: message(
    'Nothing was deleted: what is not in it stays on this device, is tried again at each start and is sent as soon as it can be read, unless you discard it.',
  ),
  locked: message(
    'Nothing was deleted: what is not in it stays locked on this device and goes out if you are let in again and it can be read then.',
  ),
} as const;

function missingMessage(missing: UnsentCopy['missing'], end: Saving['end']): string {
  const parts = missing.map(({ organization, unsent }) =>
    i18n.t(
      '{count, plural, one {# change in {organization}} other {# changes in {organization}}}',
      { count: unsent, organization },
    ),
  );
  const unread = i18n.t(
    'This device could not read {changes}. What it could read is in the copy.',
    { changes: parts.join(', ') },
  );
  return `${unread} ${i18n.t(ENDS[end])}`;
}
