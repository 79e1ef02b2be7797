import { ActionIcon, Anchor, Tooltip } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useCallback, type ReactNode, type RefObject, useRef, useState } from 'react';
import type { NoteTag } from '../../../model/entities/note-tag.ts';
import { type Note, tagsOf } from '../../../model/entities/note.ts';
import { noteCreate } from '../../../model/mutations/note/note-create.ts';
import { noteDelete } from '../../../model/mutations/note/note-delete.ts';
import { localDay } from '../../../model/shared/dates.ts';
import { useAccount, useMutate, useTryMutate } from '../../data/client.tsx';
import { useHasDraft } from '../../data/stored-drafts.ts';
import { InAppLink } from '../../data/in-app-link.tsx';
import { usePendingMark } from '../../data/sync-status.ts';
import { useTickNote } from '../../data/text-ticks.ts';
import { i18n } from '../../i18n/i18n.ts';
import { formatDate } from '../../ui/text/date-format.ts';
import { MarkdownText } from '../../ui/text/markdown-text.tsx';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { RowMark } from '../../ui/marks/row-mark.tsx';
import { moveFocus } from '../../ui/focus/move-focus.ts';
import { showToast } from '../../ui/overlays/toasts.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { neighbourOf, usePassedFocus } from '../../ui/focus/use-passed-focus.ts';
import { NoteConflict } from './note-conflict.tsx';
import { editDraft } from './note-drafts.ts';
import { NoteEditor } from './note-editor.tsx';
import { DELETE_FAILED, NOTE_TOAST, UPDATE_FAILED } from './note-messages.ts';
import styles from './notes.module.css';
import { formatMoment } from '../../ui/text/locale.ts';

/** Longer notes are collapsed. Characters. */
const LONG = 600;

interface NoteCardProps {
  readonly note: Note;
  readonly tags: readonly NoteTag[];
  /** Heading level, one below the heading above the notes. */
  readonly heading: 'h2' | 'h3';
  /** Element that gets the focus when the last note is deleted. */
  readonly otherwise: RefObject<HTMLElement | null>;
}

/** Note with editing in place. */
export function NoteCard({ note, tags, heading, otherwise }: NoteCardProps) {
  const [isEditing, setEditing] = useState(useHasDraft(editDraft(note.id)));
  // From the first press on, the focus follows: into the form, and back to the edit button.
  const [isInHand, setInHand] = useState(false);
  const edit = (next: boolean) => {
    setInHand(true);
    setEditing(next);
  };
  const mark = usePendingMark('notes', note.id);
  const card = useRef<HTMLElement>(null);
  usePassedFocus(
    card,
    useCallback((node) => neighbourOf(node) ?? otherwise.current, [otherwise]),
  );
  return (
    <article ref={card} className={styles['card']} aria-label={note.title}>
      {isEditing ? (
        <NoteEditor note={note} tags={tags} startsFocused={isInHand} onDone={() => edit(false)} />
      ) : (
        <NoteView
          note={note}
          tagNames={tags.filter(({ id }) => tagsOf(note).includes(id)).map(({ name }) => name)}
          mark={<RowMark mark={mark} />}
          heading={heading}
          isBackFromEdit={isInHand}
          onEdit={() => edit(true)}
        />
      )}
      {mark === 'rejected' ? <NoteConflict noteId={note.id} /> : null}
    </article>
  );
}

interface NoteViewProps {
  readonly note: Note;
  readonly tagNames: readonly string[];
  readonly mark: ReactNode;
  readonly heading: 'h2' | 'h3';
  readonly isBackFromEdit: boolean;
  readonly onEdit: () => void;
}

function NoteView(props: NoteViewProps) {
  const { note, tagNames, mark, heading: Heading, isBackFromEdit, onEdit } = props;
  const remove = useDeleteNote();
  const save = useTickNote(note.id, () =>
    showToast({ message: i18n.t(UPDATE_FAILED), kind: 'error', duration: NOTE_TOAST }),
  );
  const now = useNow(60_000);
  const isLong = note.note.length > LONG;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className={styles['line']}>
        <Heading className={styles['title']}>{note.title}</Heading>
        <span className={styles['mark']}>{mark}</span>
        <div className={styles['controls']}>
          <Tooltip label={i18n.t('Edit')}>
            <ActionIcon
              aria-label={i18n.t('Edit {name}', { name: note.title })}
              ref={isBackFromEdit ? moveFocus : undefined}
              onClick={onEdit}
            >
              <IconPencil {...SMALL_ICON} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={i18n.t('Delete')}>
            <ActionIcon
              aria-label={i18n.t('Delete {name}', { name: note.title })}
              onClick={() => void remove(note)}
            >
              <IconTrash {...SMALL_ICON} />
            </ActionIcon>
          </Tooltip>
        </div>
      </div>
      <div className={styles['text']} data-folded={isLong && !isOpen}>
        <MarkdownText
          text={note.note}
          InAppLink={InAppLink}
          headingLevel={Heading === 'h2' ? 3 : 4}
          ticking={{ kind: 'save', save }}
        />
      </div>
      {isLong ? (
        <Anchor
          component="button"
          type="button"
          size="xs"
          ta="left"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? i18n.t('Show less') : i18n.t('Show all')}
        </Anchor>
      ) : null}
      <div className={styles['meta']}>
        {tagNames.map((name) => (
          <span key={name} className={styles['tag']}>
            {name}
          </span>
        ))}
        <time dateTime={note.created_at} title={formatMoment(note.created_at)}>
          {formatDate(dayOf(note.created_at), dayOf(now))}
        </time>
      </div>
    </>
  );
}

/** Day in the viewer's time zone at that instant. */
function dayOf(instant: string | number): string {
  const at = new Date(instant);
  return localDay(at.getTime(), at.getTimezoneOffset());
}

function useDeleteNote(): (note: Note) => Promise<void> {
  const account = useAccount();
  const mutate = useMutate();
  const tryMutate = useTryMutate();
  return async (deleted) => {
    const { id, title, note, created_at: made_at } = deleted;
    const [tags = '', ...other_tags] = tagsOf(deleted);
    if (account === undefined) return;
    // A tombstone is final: undo creates a new note with the same text and date.
    const undo = () =>
      mutate(noteCreate, {
        id: account.newId(),
        title,
        note,
        tags,
        other_tags,
        made_at,
      });
    if ((await tryMutate(noteDelete, { id }, { success: { undo } })) !== undefined) {
      showToast({ message: i18n.t(DELETE_FAILED), kind: 'error', duration: NOTE_TOAST });
    }
  };
}
