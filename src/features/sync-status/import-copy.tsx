import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { CairnError } from '../../../model/shared/errors.ts';
import { useAccount, type ImportReport } from '../../data/client.tsx';
import { useDialogs } from '../../ui/overlays/dialogs.tsx';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import styles from './outbox-panel.module.css';

/** Imports a downloaded copy of unsent work: runs its mutations again under the current rules. */
export function ImportCopy() {
  const account = useAccount();
  const dialogs = useDialogs();
  const field = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (account === undefined || file === undefined) return;
    try {
      const report = await account.importOutbox(file);
      await dialogs.alert(reportMessage(report), 'The copy has been read');
    } catch (error) {
      if (!(error instanceof CairnError)) throw error;
      await dialogs.alert(`${error.message} Nothing was changed.`);
    }
  };
  return (
    <div className={styles['import']}>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconUpload {...SMALL_ICON} />}
        onClick={() => field.current?.click()}
      >
        Restore from a saved copy
      </Button>
      <input
        ref={field}
        type="file"
        accept="application/json,.json"
        aria-label="Downloaded copy"
        hidden
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}

/** Result of the import: imported, known and rejected changes. */
function reportMessage({ imported, known, refused: rejected }: ImportReport): string {
  const parts = [
    imported === 1
      ? '1 change is back and will be sent.'
      : `${imported} changes are back and will be sent.`,
    known === 0 ? '' : `${known} ${known === 1 ? 'was' : 'were'} here already.`,
    rejected.length === 0
      ? ''
      : `Not possible any more: ${rejected.map(({ what, why }) => `${what} (${why})`).join('; ')}. The copy keeps them.`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}
