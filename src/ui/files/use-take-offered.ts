import { useEffect, useRef } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { useDialogs } from '../overlays/dialogs.tsx';
import { useOfferedFile } from './offered-file.tsx';
import type { Shots } from './shots.ts';
import type { FileToSend } from './use-file-to-send.ts';

/**
 * Takes a file that is made elsewhere in the place as the file of this form, once; before it replaces another one the
 * person is asked. It exists here alone: it is stored before, and offered by the form when the person refuses.
 */
export function useTakeOffered(
  { file: current, pick }: Pick<FileToSend, 'file' | 'pick'>,
  shots: Pick<Shots, 'keepPicked' | 'release'>,
): void {
  const { file, offer } = useOfferedFile();
  const dialogs = useDialogs();
  const latest = useRef({ current, pick, shots });
  useEffect(() => {
    latest.current = { current, pick, shots };
  });
  useEffect(() => {
    if (file === undefined) return;
    const take = async () => {
      const { current: before } = latest.current;
      latest.current.shots.keepPicked(file);
      offer(undefined);
      const isSure =
        before === undefined ||
        (await dialogs.confirm({
          title: i18n.t('Replace the attached file?'),
          message: i18n.t('"{name}" is attached already. There is room for one file.', {
            name: before.name,
          }),
          confirm: i18n.t('Replace'),
        }));
      if (isSure) latest.current.pick(file);
      else latest.current.shots.release(file);
    };
    void take();
  }, [file, offer, dialogs]);
}
