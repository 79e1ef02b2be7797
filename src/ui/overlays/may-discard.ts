import { i18n } from '../../i18n/i18n.ts';
import type { Dialogs } from './dialogs.tsx';

/** Asks before something is discarded of which this device has the only one. */
export function mayDiscard(dialogs: Pick<Dialogs, 'confirm'>, title: string): Promise<boolean> {
  return dialogs.confirm({
    title,
    message: i18n.t(
      '{count, plural, one {It is only on this device.} other {They are only on this device.}}',
      { count: 1 },
    ),
    confirm: i18n.t('Discard'),
    cancel: i18n.t('Keep'),
    danger: true,
  });
}
