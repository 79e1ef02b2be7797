import { useAccount } from '../../data/client.tsx';
import { useOutbox } from '../../data/outbox.ts';
import { i18n } from '../../i18n/i18n.ts';
import { TwoVersions } from '../../ui/text/two-versions.tsx';
import styles from './notes.module.css';

/** Two versions of a note's text, shown at the note; other rejections are handled in the outbox. */
export function NoteConflict({ noteId }: { readonly noteId: string }) {
  const account = useAccount();
  const conflict = useOutbox()?.find(
    (item) => item.table === 'notes' && item.rowId === noteId && item.state === 'conflict',
  );
  if (account === undefined || conflict?.mine === undefined || conflict.theirs === undefined) {
    return null;
  }
  return (
    <div className={styles['conflict']}>
      <TwoVersions
        what={i18n.t('this note')}
        mine={conflict.mine}
        theirs={conflict.theirs}
        isOwn
        onChoose={(choice) => void account.chooseText(conflict.id, choice)}
      />
    </div>
  );
}
