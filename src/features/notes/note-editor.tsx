import { Button } from '@mantine/core';
import { useRef } from 'react';
import type { NoteTag } from '../../../model/entities/note-tag.ts';
import { type Note, tagsOf } from '../../../model/entities/note.ts';
import { noteEdit } from '../../../model/mutations/note/note-edit.ts';
import { useTryMutate } from '../../data/client.tsx';
import { useDraft } from '../../data/drafts.ts';
import { i18n } from '../../i18n/i18n.ts';
import { showToast } from '../../ui/overlays/toasts.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { useFormCancel } from '../../ui/forms/use-form-cancel.ts';
import { useOnce } from '../../ui/hooks/use-once.ts';
import { editDraft } from './note-drafts.ts';
import { NoteFields, noteRules } from './note-fields.tsx';
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
  const known: readonly string[] = tagsOf(note).filter((id) => tags.some((tag) => tag.id === id));
  const draft = useDraft(editDraft(note.id), {
    title: note.title,
    tags: known,
    text: note.note,
    base: note.note,
  });
  const form = useForm({
    store: draft,
    schema: noteRules(known.length === 0 ? 0 : 1),
  });
  const leave = () => {
    form.clear();
    onDone();
  };
  const [submit, isBusy] = useOnce(async () => {
    if (!form.check()) return;
    // Only changed fields: another device may have changed the title meanwhile.
    const { title, tags: chosen, text } = draft.changes;
    const [first, ...others] = chosen ?? [];
    const edit = {
      ...(title !== undefined && { title }),
      ...(first !== undefined && { tags: first, other_tags: others }),
      ...(text !== undefined && { note: text, note_base: draft.values.base }),
    };
    if (Object.keys(edit).length > 0) {
      const args = { id: note.id, ...edit };
      const refusal = await tryMutate(noteEdit, args, { success: { duration: NOTE_TOAST } });
      if (refusal !== undefined) {
        showToast({ message: i18n.t(UPDATE_FAILED), kind: 'error', duration: NOTE_TOAST });
        return;
      }
    }
    leave();
  });
  const element = useRef<HTMLFormElement>(null);
  const cancel = useFormCancel({ isDirty: draft.isDirty, isBusy, form: element, leave });
  return (
    <form
      ref={element}
      className={styles['form']}
      style={{ padding: 0, border: 0 }}
      onSubmit={submit}
      noValidate
    >
      <NoteFields form={form} tags={tags} isBusy={isBusy} startsFocused={startsFocused} />
      <div className={styles['buttons']}>
        <Button variant="default" onClick={cancel}>
          {i18n.t('Cancel')}
        </Button>
        <Button type="submit">{i18n.t('Save')}</Button>
      </div>
    </form>
  );
}
