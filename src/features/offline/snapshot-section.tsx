import { Anchor, Button } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccount } from '../../data/client.tsx';
import { useShowsSnapshot } from '../../data/snapshots.ts';
import { i18n } from '../../i18n/i18n.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import styles from './offline-page.module.css';
import { PutBackForm } from './put-back-form.tsx';
import { SaveSnapshotForm } from './save-snapshot-form.tsx';

/** Saves a snapshot, opens one, and puts its unsent work back (decision 0080). */
export function SnapshotSection() {
  const account = useAccount();
  const showsSnapshot = useShowsSnapshot();
  // The profile links here with this hash.
  const isWanted = useLocation().hash === 'save-snapshot';
  const [open, setOpen] = useState<'save' | 'put-back' | undefined>(isWanted ? 'save' : undefined);
  if (showsSnapshot || account === undefined) return null;
  const close = () => setOpen(undefined);
  return (
    <section className={styles['section']} aria-labelledby="snapshot">
      <h2 id="snapshot" className={styles['title']}>
        {i18n.t('Snapshot')}
      </h2>
      <p className={styles['text']}>
        {i18n.t(
          'One encrypted file with everything you may read and what you have not sent, half-typed texts too. It opens in any copy of Cairn, without a network and without an account.',
        )}
      </p>
      {open === 'save' ? <SaveSnapshotForm onClose={close} /> : null}
      {open === 'put-back' ? <PutBackForm account={account} onClose={close} /> : null}
      {open === undefined ? (
        <div className={styles['buttons']}>
          <Button leftSection={<IconDownload {...SMALL_ICON} />} onClick={() => setOpen('save')}>
            {i18n.t('Save a snapshot')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconUpload {...SMALL_ICON} />}
            onClick={() => setOpen('put-back')}
          >
            {i18n.t('Put unsent work back')}
          </Button>
          <Anchor component={Link} underline="always" to="/open-snapshot" size="sm">
            {i18n.t('Open a snapshot')}
          </Anchor>
        </div>
      ) : null}
    </section>
  );
}
