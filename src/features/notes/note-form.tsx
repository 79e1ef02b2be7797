import { Button } from '@mantine/core';
import { useRef } from 'react';
import type { NoteTag } from '../../../model/entities/note-tag.ts';
import { noteCreate } from '../../../model/mutations/note/note-create.ts';
import { useAccount, useTryMutate } from '../../data/client.tsx';
import { useDraft } from '../../data/drafts.ts';
import { i18n } from '../../i18n/i18n.ts';
import { showToast } from '../../ui/overlays/toasts.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { useFormCancel } from '../../ui/forms/use-form-cancel.ts';
import { useOnce } from '../../ui/hooks/use-once.ts';
import { CREATE_DRAFT } from './note-drafts.ts';
import { NoteFields, noteRules } from './note-fields.tsx';
import { CREATE_FAILED, NOTE_TOAST } from './note-messages.ts';
import styles from './notes.module.css';

interface NoteFormProps {
  readonly tags: readonly NoteTag[];
  readonly startsFocused: boolean;
  readonly onDone: () => void;
}

/** Form for a new note; the draft survives a reload until it is saved. */
export function NoteForm({ tags, startsFocused, onDone }: NoteFormProps) {
  const account = useAccount();
  const tryMutate = useTryMutate();
  const draft = useDraft(CREATE_DRAFT, {
    title: '',
    tags: noTags(),
    text: '',
  });
  const form = useForm({ store: draft, schema: noteRules(1) });
  const leave = () => {
    form.clear();
    onDone();
  };
  const [submit, isBusy] = useOnce(async () => {
    if (!form.check()) return;
    if (account === undefined) return;
    const { values } = form;
    const { title, text: note } = values;
    const [first = '', ...others] = values.tags;
    const args = { id: account.newId(), title, note, tags: first, other_tags: others };
    const refusal = await tryMutate(noteCreate, args, { success: { duration: NOTE_TOAST } });
    if (refusal !== undefined) {
      showToast({ message: i18n.t(CREATE_FAILED), kind: 'error', duration: NOTE_TOAST });
      return;
    }
    leave();
  });
  const element = useRef<HTMLFormElement>(null);
  useFormCancel({ isDirty: draft.isDirty, isBusy, form: element, leave });
  return (
    <form ref={element} className={styles['form']} onSubmit={submit} noValidate>
      <NoteFields form={form} tags={tags} isBusy={isBusy} startsFocused={startsFocused} />
      <div className={styles['buttons']}>
        {draft.isDirty ? (
          <Button variant="default" onClick={leave}>
            {i18n.t('Discard')}
          </Button>
        ) : null}
        <Button type="submit">{i18n.t('Create note')}</Button>
      </div>
    </form>
  );
}

function noTags(): readonly string[] {
  return [];
}
