import { i18n } from '../../i18n/i18n.ts';
import { showToast } from '../overlays/toasts.tsx';
import { copyText } from './copy-text.ts';

/** Copies a text and shows whether that was possible. */
export async function copyOwnText(text: string): Promise<void> {
  const done = await copyText(text);
  showToast(
    done
      ? { message: i18n.t('Copied') }
      : {
          message: i18n.t('Copying is not possible here; select the text instead'),
          kind: 'info',
        },
  );
}
