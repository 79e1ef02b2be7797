import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import type { OrgUser } from '../../../model/entities/org-user.ts';
import { profileEdit } from '../../../model/mutations/person/profile-edit.ts';
import { useMutate } from '../../data/client.tsx';
import { useReceiptSettings } from '../../data/receipt-settings.ts';
import { usePendingFields } from '../../data/pending-fields.ts';
import { i18n } from '../../i18n/i18n.ts';
import { RowMark } from '../../ui/marks/row-mark.tsx';
import { Section } from './section.tsx';

const FIELDS = ['shares_seen'];

/** Whether others see what the person has read of their work; saved on this device, online or offline. */
export function ReceiptsSection({ me }: { readonly me: OrgUser }) {
  const mutate = useMutate();
  const mark = usePendingFields('org_users', me.id, FIELDS);
  const settings = useReceiptSettings();
  const isOff = settings?.work === false;
  return (
    <Section
      title={i18n.t('Receipts')}
      hint={
        isOff
          ? i18n.t('Receipts of work are switched off in this organisation.')
          : i18n.t(
              'They concern tasks, subtasks, comments and files. Chat always shows what has been seen.',
            )
      }
    >
      <Switch
        label={i18n.t('Let others see what I have read')}
        description={i18n.t('When this is off, you do not see what others have read either.')}
        checked={me.shares_seen}
        disabled={isOff}
        onChange={({ currentTarget: { checked } }) =>
          void mutate(profileEdit, { id: me.id, shares_seen: checked })
        }
      />
      <RowMark mark={mark} />
    </Section>
  );
}
