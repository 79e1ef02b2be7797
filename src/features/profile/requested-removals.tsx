import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import type { RequestedRemoval } from '../../data/own-sessions.ts';
import { i18n } from '../../i18n/i18n.ts';
import { ICON } from '../../ui/marks/icon.ts';
import { formatBrowser, isPhone } from '../../ui/text/browser-format.ts';
import styles from './profile-page.module.css';
import { formatMoment } from '../../ui/text/locale.ts';

/** Devices whose data the person wants removed, with the state of each removal. */
export function RequestedRemovals({
  removals,
}: {
  readonly removals: readonly RequestedRemoval[];
}) {
  if (removals.length === 0) return null;
  return (
    <>
      <h3 className={styles['subheading']}>{i18n.t('Data to be removed')}</h3>
      <ul className={styles['sessions']} aria-label={i18n.t('Devices whose data is to be removed')}>
        {removals.map((removal) => (
          <li key={removal.id} className={styles['session']}>
            {isPhone(removal.browser) ? (
              <IconDeviceMobile {...ICON} />
            ) : (
              <IconDeviceDesktop {...ICON} />
            )}
            <span className={styles['where']}>
              <span className={styles['browser']}>{formatBrowser(removal.browser)}</span>
              <br />
              <span className={styles['meta']}>{progressMessage(removal)}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function progressMessage({ remove, ended_at, told_at, removed_at }: RequestedRemoval): string {
  if (removed_at !== null) {
    const time = instant(removed_at);
    return remove === 'all'
      ? i18n.t('Removed on {time}.', { time })
      : i18n.t('Removed on {time}. Text that was not sent is kept there.', { time });
  }
  if (told_at !== null) {
    return i18n.t('The device received this {time} and has not confirmed the removal yet.', {
      time: instant(told_at),
    });
  }
  return i18n.t('Will be removed when the device is next online. Asked {time}.', {
    time: instant(ended_at),
  });
}

function instant(milliseconds: number): string {
  return formatMoment(milliseconds);
}
