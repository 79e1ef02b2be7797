import { useLockedAccounts, useLostOnSharedComputer } from '../../data/locked-accounts.ts';
import styles from './sign-in-page.module.css';

/** What whoever signs in has to know of this device: work that is kept here, and work that is lost. */
export function DeviceNotes() {
  const locked = useLockedAccounts();
  const lost = useLostOnSharedComputer();
  // No name and no address: whoever opens this page may be anybody.
  const unsent = (locked ?? []).reduce((sum, account) => sum + account.unsent, 0);
  const people = new Set(locked?.map(({ userId }) => userId)).size;
  return (
    <>
      {lost === undefined ? null : (
        <p className={styles['note']}>
          {lost === 1 ? '1 change was' : `${String(lost)} changes were`} not sent before the browser
          was closed on this shared computer. {lost === 1 ? 'It is' : 'They are'} gone: nothing was
          kept that could be read.
        </p>
      )}
      {locked === undefined || locked.length === 0 ? null : (
        <p className={styles['note']}>
          {unsent} unsent {unsent === 1 ? 'change' : 'changes'} of{' '}
          {people === 1 ? 'one person' : `${String(people)} people`} {unsent === 1 ? 'is' : 'are'}{' '}
          locked on this device.{' '}
          {locked.some(({ lost: isOver }) => isOver === undefined)
            ? 'Signing in as that person sends them.'
            : 'Their access has ended; an administrator can let them in again.'}
        </p>
      )}
    </>
  );
}
