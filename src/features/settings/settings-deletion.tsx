import { Button } from '@mantine/core';
import { IconArchiveOff, IconTrash } from '@tabler/icons-react';
import { isDeleted } from '../../../model/shared/erasure.ts';
import { type Deletable, erasureDay, useDeletion, useEraseDays } from '../../data/deletion.ts';
import { i18n, message } from '../../i18n/i18n.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { useDialogs } from '../../ui/overlays/dialogs.tsx';
import { dateInFull } from '../../ui/text/date-format.ts';
import styles from './settings.module.css';

interface SettingsDeletionProps {
  readonly kind: 'project' | 'workspace';
  readonly row: Deletable & { readonly deleted_at: string | null };
  readonly onDone: () => void;
}

const TEXTS = {
  project: {
    delete: message('Delete project'),
    restore: message('Restore project'),
    question: (days: number) =>
      message(
        'It leaves all lists. You can restore it for {days, plural, one {# day} other {# days}}, in the overview under "Deleted". After that it is erased for everybody, with its cards, tasks, comments, files and sign-off steps. Backups of the server keep it until they expire.',
        { days },
      ),
    deleted: (date: string) =>
      message('This project is deleted. It is erased for everybody after {date}.', { date }),
  },
  workspace: {
    delete: message('Delete workspace'),
    restore: message('Restore workspace'),
    question: (days: number) =>
      message(
        'It leaves all lists with its projects. You can restore it for {days, plural, one {# day} other {# days}}, in the overview under "Deleted". After that it is erased for everybody with all its projects and everything in them: cards, tasks, comments, files and sign-off steps. Backups of the server keep it until they expire.',
        { days },
      ),
    deleted: (date: string) =>
      message(
        'This workspace is deleted. It is erased for everybody with its projects after {date}.',
        {
          date,
        },
      ),
  },
} as const;

/** Deletes a project or workspace after a question, or restores it until it is erased. */
export function SettingsDeletion({ kind, row, onDone }: SettingsDeletionProps) {
  const { name, deleted_at: deletedAt } = row;
  const text = TEXTS[kind];
  const days = useEraseDays();
  const dialogs = useDialogs();
  const deletion = useDeletion(kind);
  const remove = async () => {
    const isConfirmed = await dialogs.confirm({
      title: i18n.t('Delete "{name}"?', { name }),
      message: i18n.t(text.question(days)),
      confirm: i18n.t('Delete'),
      danger: true,
    });
    if (isConfirmed && (await deletion.remove(row))) onDone();
  };
  const restore = async () => {
    if (await deletion.restore(row)) onDone();
  };
  if (isDeleted(row) && deletedAt !== null) {
    const date = dateInFull(erasureDay(deletedAt, days));
    return (
      <div>
        <p className={styles['hint']}>{i18n.t(text.deleted(date))}</p>
        <Button
          variant="default"
          leftSection={<IconArchiveOff {...SMALL_ICON} />}
          onClick={() => void restore()}
        >
          {i18n.t(text.restore)}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles['deletion']}>
      <Button
        variant="default"
        leftSection={<IconTrash {...SMALL_ICON} />}
        onClick={() => void remove()}
      >
        {i18n.t(text.delete)}
      </Button>
    </div>
  );
}
