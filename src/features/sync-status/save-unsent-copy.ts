import { CairnError } from '../../../model/shared/errors.ts';
import type { UnsentCopy } from '../../data/client.tsx';
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
  save(file, 'cairn-unsent.json');
  if (missing.length === 0) return;
  await dialogs.alert(missingMessage(missing, end), 'The copy is not complete');
}

/** Same for a copy that is still being made; reports when making it fails. */
export async function saveUnsentCopyOf(making: Promise<UnsentCopy>, saving: Saving): Promise<void> {
  try {
    await saveUnsentCopy(await making, saving);
  } catch (error) {
    if (!(error instanceof CairnError)) throw error;
    await saving.dialogs.alert(error.message);
  }
}

const ENDS = {
  sent: 'stays on this device, is tried again at each start and is sent as soon as it can be read, unless you discard it',
  locked:
    'stays locked on this device and goes out if you are let in again and it can be read then',
} as const;

function missingMessage(missing: UnsentCopy['missing'], end: Saving['end']): string {
  const parts = missing.map(
    ({ organization, unsent }) =>
      `${unsent === 1 ? '1 change' : `${unsent} changes`} in ${organization}`,
  );
  return `This device could not read ${parts.join(', ')}. What it could read is in the copy. Nothing was deleted: what is not in it ${ENDS[end]}.`;
}
