import { type OutboxItem, useOutbox } from '../../data/outbox.ts';
import { useDecide, useTextChoice } from '../../data/outbox-decisions.ts';
import { i18n } from '../../i18n/i18n.ts';
import { TwoVersions } from '../../ui/text/two-versions.tsx';
import styles from './notes.module.css';

/** Two versions of a note's text, shown at the note; other rejections are handled in the outbox. */
export function NoteConflict({ noteId }: { readonly noteId: string }) {
  const conflict = useOutbox()?.find(
    (item) => item.table === 'notes' && item.rowId === noteId && item.state === 'conflict',
  );
  return conflict === undefined ? null : <Conflict key={conflict.id} item={conflict} />;
}

function Conflict({ item }: { readonly item: OutboxItem }) {
  const { choose, ...rest } = useTextChoice(item, useDecide());
  if (item.mine === undefined || item.theirs === undefined) return null;
  return (
    <div className={styles['conflict']}>
      <TwoVersions
        what={i18n.t('this note')}
        mine={item.mine}
        theirs={item.theirs}
        {...rest}
        onChoose={(choice) => void choose(choice)}
      />
    </div>
  );
}
