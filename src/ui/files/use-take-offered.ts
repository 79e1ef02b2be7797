import { useEffect, useRef } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { useDialogs } from '../overlays/dialogs.tsx';
import { useOfferedFile } from './offered-file.tsx';

/**
 * Takes a file that is made elsewhere in the place as the file of this form, once; before it replaces another one the
 * person is asked.
 */
export function useTakeOffered(current: File | undefined, onTake: (file: File) => void): void {
  const { file, offer } = useOfferedFile();
  const dialogs = useDialogs();
  const latest = useRef({ current, onTake });
  useEffect(() => {
    latest.current = { current, onTake };
  });
  useEffect(() => {
    if (file === undefined) return;
    const take = async () => {
      const { current: before } = latest.current;
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
      if (isSure) latest.current.onTake(file);
    };
    void take();
  }, [file, offer, dialogs]);
}
