import { Button, Select, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import type { NoteTag } from '../../../model/entities/note-tag.ts';
import { noteTagCreate } from '../../../model/mutations/note/note-tag-create.ts';
import { useAccount, useTryMutate } from '../../data/client.tsx';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { moveFocus } from '../../ui/focus/move-focus.ts';
import { required } from '../../ui/forms/rules.ts';
import type { Form } from '../../ui/forms/use-form.ts';
import { MarkdownField } from '../../ui/text/markdown-field.tsx';
import { showToast } from '../../ui/overlays/toasts.tsx';
import { useOnce } from '../../ui/hooks/use-once.ts';
import { NOTE_TOAST, TAG_FAILED } from './note-messages.ts';
import styles from './notes.module.css';

export interface NoteValues {
  readonly title: string;
  /** Id of the tag; empty without a choice. */
  readonly tag: string;
  readonly text: string;
}

/** All three are required (board spec, 5). */
export const NOTE_RULES = v.object({
  title: required('Title'),
  tag: required('Tag'),
  text: required('Description'),
});

interface NoteFieldsProps {
  readonly form: Form<NoteValues>;
  readonly tags: readonly NoteTag[];
  /** Read-only while saving: typed text would be lost with the form. */
  readonly isBusy: boolean;
  /** True when the person has just opened the form: it takes the focus. A form opened by a draft does not. */
  readonly startsFocused: boolean;
}

/** Title, tag and description; naming a new tag disables the others until it exists (board spec, 4). */
export function NoteFields(props: NoteFieldsProps) {
  const { form, tags, isBusy, startsFocused } = props;
  const [naming, setNaming] = useState<'never' | 'now' | 'made' | 'left'>('never');
  const isNaming = naming === 'now';
  return (
    <>
      <TextInput
        label="Title"
        required
        ref={startsFocused ? moveFocus : undefined}
        maxLength={200}
        disabled={isNaming}
        readOnly={isBusy}
        {...form.text('title')}
      />
      <div className={styles['row']}>
        <Select
          className={styles['grow']}
          // The field that named the tag has unmounted: the tag select takes the focus.
          ref={naming === 'made' ? moveFocus : undefined}
          label="Tag"
          required
          placeholder={tags.length === 0 ? 'Make your first tag' : 'Choose a tag'}
          nothingFoundMessage="No tag of this name"
          disabled={isNaming}
          readOnly={isBusy}
          data={tags.map((tag) => ({ value: tag.id, label: tag.name }))}
          {...form.choice('tag')}
        />
        {isNaming ? null : (
          <Button
            className={styles['beside']}
            ref={naming === 'left' ? moveFocus : undefined}
            variant="default"
            leftSection={<IconPlus {...SMALL_ICON} />}
            onClick={() => setNaming('now')}
          >
            New tag
          </Button>
        )}
      </div>
      {isNaming ? (
        <TagNameField
          onDone={(id) => {
            if (id !== undefined) form.set({ tag: id });
            setNaming(id === undefined ? 'left' : 'made');
          }}
        />
      ) : null}
      <MarkdownField
        label="Description"
        required
        autosize
        minRows={4}
        maxRows={18}
        disabled={isNaming}
        readOnly={isBusy}
        {...form.text('text')}
      />
    </>
  );
}

/** `onDone` receives the new tag's id, or undefined on Cancel. */
function TagNameField({ onDone }: { readonly onDone: (id: string | undefined) => void }) {
  const account = useAccount();
  const tryMutate = useTryMutate();
  const [name, setName] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const [create, isBusy] = useOnce(async () => {
    const id = account?.newId();
    const isEmpty = name.trim() === '';
    const failed =
      isEmpty || id === undefined || (await tryMutate(noteTagCreate, { id, name })) !== undefined;
    if (failed) showToast({ message: TAG_FAILED, kind: 'error', duration: NOTE_TOAST });
    else onDone(id);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      create(event);
    } else if (event.key === 'Escape') {
      onDone(undefined);
    }
  };
  return (
    <div className={styles['row']} data-own-escape>
      <TextInput
        className={styles['grow']}
        label="Tag name"
        maxLength={200}
        ref={field}
        readOnly={isBusy}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button className={styles['beside']} variant="default" onClick={() => onDone(undefined)}>
        Cancel
      </Button>
      <Button className={styles['beside']} onClick={create}>
        Add tag
      </Button>
    </div>
  );
}
