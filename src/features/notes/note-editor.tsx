import { Button } from '@mantine/core';
import type { NoteTag } from '../../../model/entities/note-tag.ts';
import type { Note } from '../../../model/entities/note.ts';
import { noteEdit } from '../../../model/mutations/note/note-edit.ts';
import { useTryMutate } from '../../data/client.tsx';
import { useDraft } from '../../data/drafts.ts';
import { showToast } from '../../ui/overlays/toasts.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { useFormCancel } from '../../ui/forms/use-form-cancel.ts';
import { useOnce } from '../../ui/hooks/use-once.ts';
import { editDraft } from './note-drafts.ts';
import { NOTE_RULES, NoteFields } from './note-fields.tsx';
import { NOTE_TOAST, UPDATE_FAILED } from './note-messages.ts';
import styles from './notes.module.css';

interface NoteEditorProps {
  readonly note: Note;
  readonly tags: readonly NoteTag[];
  readonly startsFocused: boolean;
  readonly onDone: () => void;
}

/** Inline edit with Save and Cancel. `base` is the text the edit started from, which a merge needs. */
export function NoteEditor({ note, tags, startsFocused, onDone }: NoteEditorProps) {
  const tryMutate = useTryMutate();
  const draft = useDraft(editDraft(note.id), {
    title: note.title,
    tag: note.tags,
    text: note.note,
    base: note.note,
  });
  const form = useForm({ store: draft, schema: NOTE_RULES });
  const leave = () => {
    form.clear();
    onDone();
  };
  const [submit, isBusy] = useOnce(async () => {
    if (!form.check()) return;
    // Only changed fields: another device may have changed the title meanwhile.
    const { title, tag, text } = draft.changes;
    const edit = {
      ...(title !== undefined && { title }),
      ...(tag !== undefined && { tags: tag }),
      ...(text !== undefined && { note: text, note_base: draft.values.base }),
    };
    if (Object.keys(edit).length > 0) {
      const args = { id: note.id, ...edit };
      const refusal = await tryMutate(noteEdit, args, { success: { duration: NOTE_TOAST } });
      if (refusal !== undefined) {
        showToast({ message: UPDATE_FAILED, kind: 'error', duration: NOTE_TOAST });
        return;
      }
    }
    leave();
  });
  const cancel = useFormCancel({ isDirty: draft.isDirty, isBusy, leave });
  return (
    <form className={styles['form']} style={{ padding: 0, border: 0 }} onSubmit={submit} noValidate>
      <NoteFields form={form} tags={tags} isBusy={isBusy} startsFocused={startsFocused} />
      <div className={styles['buttons']}>
        <Button variant="default" onClick={cancel}>
          Cancel
        </Button>
        <Button type="submit">Save</Button>
      </div>
    </form>
  );
}
