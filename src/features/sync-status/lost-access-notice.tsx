import { Button } from '@mantine/core';
import { useClient } from '../../data/client.tsx';
import type { AccountRecord } from '../../data/organizations.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useDialogs } from '../../ui/overlays/dialogs.tsx';
import { saveUnsentCopyOf } from './save-unsent-copy.ts';
import styles from './sync-banners.module.css';

/**
 * Notice about an organisation that ended the person's access and about the unsent work in it. Shown until
 * dismissed.
 */
export function LostAccessNotice({ record }: { readonly record: AccountRecord }) {
  const client = useClient();
  const dialogs = useDialogs();
  const { orgName, unsent } = record;
  const copy = () => saveUnsentCopyOf(client.exportUnsent([record]), { dialogs, end: 'locked' });
  return (
    <output className={styles['banner']}>
      <span className={styles['text']}>
        {i18n.t('Your access to {organization} has ended.', { organization: orgName })}{' '}
        {unsent === 0
          ? i18n.t('Everything you did there had been sent.')
          : i18n.t(
              '{count, plural, one {# change that had not been sent stays locked on this device and goes out if you are let in again.} other {# changes that had not been sent stay locked on this device and go out if you are let in again.}}',
              { count: unsent },
            )}
      </span>
      {unsent === 0 ? null : (
        <Button size="xs" variant="default" onClick={() => void copy()}>
          {i18n.t('Download a copy')}
        </Button>
      )}
      <Button size="xs" onClick={() => void client.understoodLoss(record)}>
        {i18n.t('Understood')}
      </Button>
    </output>
  );
}
