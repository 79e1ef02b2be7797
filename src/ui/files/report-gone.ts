import { i18n } from '../../i18n/i18n.ts';
import { showToast } from '../overlays/toasts.tsx';

/** Says why a form does not have a file any more. */
export function reportGone({ name }: File): void {
  showToast({
    message: i18n.t('"{name}" was attached or discarded in another tab.', { name }),
    kind: 'error',
    duration: false,
  });
}
