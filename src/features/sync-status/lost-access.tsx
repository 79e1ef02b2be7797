import { Button } from '@mantine/core';
import { useClient } from '../../data/client.tsx';
import { type AccountRecord, useLostAccounts } from '../../data/organizations.ts';
import { useDialogs } from '../../ui/overlays/dialogs.tsx';
import { saveUnsentCopyOf } from './save-unsent-copy.ts';
import styles from './sync-banners.module.css';

/**
 * Notice about an organisation that ended the person's access and about the unsent work in it. Shown until
 * dismissed.
 */
export function LostAccess() {
  const lost = useLostAccounts();
  return lost?.map((record) => <Loss key={record.key} record={record} />);
}

function Loss({ record }: { readonly record: AccountRecord }) {
  const client = useClient();
  const dialogs = useDialogs();
  const { orgName, unsent } = record;
  const copy = () => saveUnsentCopyOf(client.exportUnsent([record]), { dialogs, end: 'locked' });
  return (
    <output className={styles['banner']}>
      <span className={styles['text']}>
        Your access to {orgName} has ended.{' '}
        {unsent === 0
          ? 'Everything you did there had been sent.'
          : `${unsent} ${unsent === 1 ? 'change' : 'changes'} that had not been sent ${unsent === 1 ? 'stays' : 'stay'} locked on this device and ${unsent === 1 ? 'goes' : 'go'} out if you are let in again.`}
      </span>
      {unsent === 0 ? null : (
        <Button size="xs" variant="default" onClick={() => void copy()}>
          Download a copy
        </Button>
      )}
      <Button size="xs" onClick={() => void client.understoodLoss(record)}>
        Understood
      </Button>
    </output>
  );
}
