import { useEffect } from 'react';
import { useShell } from '../../data/app-update.tsx';
import { i18n } from '../../i18n/i18n.ts';
import { showToast } from '../../ui/overlays/toasts.tsx';

/**
 * Offers a downloaded new version in a toast, which moves nothing on the page. A dismissed offer returns when
 * the app is next opened.
 */
export function useUpdateOffer(isWanted: boolean): void {
  const { updateReady, apply } = useShell();
  const isOffered = isWanted && updateReady;
  useEffect(() => {
    if (!isOffered) return undefined;
    return showToast({
      id: 'new-version',
      message: i18n.t('New version ready. Reload when it suits you; half-written text is kept.'),
      kind: 'info',
      duration: false,
      action: { label: i18n.t('Reload'), run: apply },
      dismiss: i18n.t('Later'),
    });
  }, [isOffered, apply]);
}
