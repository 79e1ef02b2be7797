import { useLockedAccounts, useLostOnSharedComputer } from '../../data/locked-accounts.ts';
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
