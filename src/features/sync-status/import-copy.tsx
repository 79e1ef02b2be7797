import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { CairnError } from '../../../model/shared/errors.ts';
import { useAccount, useClient, type ImportReport } from '../../data/client.tsx';
import { i18n, translated } from '../../i18n/i18n.ts';
import { useDialogs } from '../../ui/overlays/dialogs.tsx';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import styles from './outbox-panel.module.css';

/** Imports a downloaded copy of unsent work: runs its mutations again under the current rules. */
export function ImportCopy() {
  const account = useAccount();
  const client = useClient();
  const dialogs = useDialogs();
  const field = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (account === undefined || file === undefined) return;
    try {
      const report = await account.importOutbox(file, client.drafts(account.key));
      await dialogs.alert(reportMessage(report), i18n.t('The copy has been read'));
    } catch (error) {
      if (!(error instanceof CairnError)) throw error;
      await dialogs.alert(`${translated(error.message)} ${i18n.t('Nothing was changed.')}`);
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
        {i18n.t('Restore from a saved copy')}
      </Button>
      <input
        ref={field}
        type="file"
        accept="application/json,.json,application/zip,.zip"
        aria-label={i18n.t('Downloaded copy')}
        hidden
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}

/** Result of the import: imported, known and rejected changes, photos and texts. */
function reportMessage(report: ImportReport): string {
  const { imported, known, refused: rejected, shots, drafts } = report;
  const parts = [
    imported === 0
      ? ''
      : i18n.t(
          '{count, plural, one {# change is back and will be sent.} other {# changes are back and will be sent.}}',
          { count: imported },
        ),
    shots === 0
      ? ''
      : i18n.t(
          '{count, plural, one {# file is back and not attached yet.} other {# files are back and not attached yet.}}',
          { count: shots },
        ),
    drafts === 0
      ? ''
      : i18n.t(
          '{count, plural, one {# half-typed text is in its form again.} other {# half-typed texts are in their forms again.}}',
          { count: drafts },
        ),
    known === 0
      ? ''
      : i18n.t('{count, plural, one {# was here already.} other {# were here already.}}', {
          count: known,
        }),
    rejected.length === 0
      ? ''
      : i18n.t('Not possible any more: {changes}. The copy keeps them.', {
          changes: rejected
            .map(({ what, why }) => `${i18n.t(what)} (${translated(why)})`)
            .join('; '),
        }),
  ];
  return parts.filter((part) => part !== '').join(' ') || i18n.t('Nothing had to be put back.');
}
