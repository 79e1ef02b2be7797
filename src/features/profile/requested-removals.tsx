import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import type { RequestedRemoval } from '../../data/own-sessions.ts';
import { ICON } from '../../ui/marks/icon.ts';
import { formatBrowser, isPhone } from './browser-format.ts';
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
      <h3 className={styles['subheading']}>Data to be removed</h3>
      <ul className={styles['sessions']} aria-label="Devices whose data is to be removed">
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
    const rest = remove === 'all' ? '' : ' Text that was not sent is kept there.';
    return `Removed ${instant(removed_at)}.${rest}`;
  }
  if (told_at !== null) return `Told ${instant(told_at)}, and not finished yet.`;
  return `Asked ${instant(ended_at)}. It has not been online since.`;
}

function instant(milliseconds: number): string {
  return formatMoment(milliseconds);
}
