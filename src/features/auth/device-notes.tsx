import { useLockedAccounts, useLostOnSharedComputer } from '../../data/locked-accounts.ts';
import { i18n } from '../../i18n/i18n.ts';
import styles from './sign-in-page.module.css';

/** Notices before sign-in about this device: stored unsent work, and lost work. */
export function DeviceNotes() {
  const locked = useLockedAccounts();
  const lost = useLostOnSharedComputer();
  // No name and no address: anybody may open this page.
  const unsent = (locked ?? []).reduce((sum, account) => sum + account.unsent, 0);
  const people = new Set(locked?.map(({ userId }) => userId)).size;
  return (
    <>
      {lost === undefined ? null : (
        <p className={styles['note']}>
          {i18n.t(
            '{lost, plural, one {# change was not sent before the browser was closed on this shared computer. It is gone: nothing was kept that could be read.} other {# changes were not sent before the browser was closed on this shared computer. They are gone: nothing was kept that could be read.}}',
            { lost },
          )}
        </p>
      )}
      {locked === undefined || locked.length === 0 ? null : (
        <p className={styles['note']}>
          {i18n.t(
            '{unsent, plural, one {# unsent change} other {# unsent changes}} of {people, plural, one {one person} other {# people}} {unsent, plural, one {is} other {are}} locked on this device.',
            { unsent, people },
          )}{' '}
          {locked.some(({ lost: isOver }) => isOver === undefined)
            ? i18n.t('Signing in as that person sends them.')
            : i18n.t('Their access has ended; an administrator can let them in again.')}
        </p>
      )}
    </>
  );
}
