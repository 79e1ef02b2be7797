import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { MOST_OTHER_TAGS } from '../../../model/entities/note.ts';
import type { NoteTag } from '../../../model/entities/note-tag.ts';
import { noteTagCreate } from '../../../model/mutations/note/note-tag-create.ts';
import { useAccount, useTryMutate } from '../../data/client.tsx';
import { i18n, message } from '../../i18n/i18n.ts';
import { SearchMultiSelect } from '../../ui/forms/search-multi-select.tsx';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { moveFocus } from '../../ui/focus/move-focus.ts';
import { missing, required } from '../../ui/forms/rules.ts';
import type { Form } from '../../ui/forms/use-form.ts';
import { MarkdownField } from '../../ui/text/markdown-field.tsx';
import { showToast } from '../../ui/overlays/toasts.tsx';
import { useOnce } from '../../ui/hooks/use-once.ts';
import { NOTE_TOAST, TAG_FAILED } from './note-messages.ts';
import styles from './notes.module.css';

export interface NoteValues {
  readonly title: string;
  /** Ids of the tags. */
  readonly tags: readonly string[];
  readonly text: string;
}

/**
 * All three are required of a new note (board spec, 5). A note whose tags were all deleted can be edited without one.
 */
export function noteRules(least: 0 | 1) {
  return v.object({
    title: required(message('Title')),
    tags: v.pipe(v.array(v.string()), v.minLength(least, missing(i18n.t('Tag')))),
    text: required(message('Description')),
  });
}

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
        label={i18n.t('Title')}
        required
        ref={startsFocused ? moveFocus : undefined}
        maxLength={200}
        disabled={isNaming}
        readOnly={isBusy}
        {...form.text('title')}
      />
      <div className={styles['row']}>
        <SearchMultiSelect
          className={styles['grow']}
          // The field that named the tag has unmounted: the tag select takes the focus.
          ref={naming === 'made' ? moveFocus : undefined}
          label={i18n.t('Tags')}
          required
          placeholder={placeholderOf(tags.length, form.values.tags.length)}
          hidePickedOptions
          maxValues={MOST_OTHER_TAGS + 1}
          nothingFoundMessage={i18n.t('No tag of this name')}
          disabled={isNaming}
          readOnly={isBusy}
          data={tags.map((tag) => ({ value: tag.id, label: tag.name }))}
          value={form.values.tags}
          error={form.errorOf('tags')}
          onChange={(chosen) => form.set({ tags: chosen })}
        />
        {isNaming ? null : (
          <Button
            className={styles['beside']}
            ref={naming === 'left' ? moveFocus : undefined}
            variant="default"
            leftSection={<IconPlus {...SMALL_ICON} />}
            onClick={() => setNaming('now')}
          >
            {i18n.t('New tag')}
          </Button>
        )}
      </div>
      {isNaming ? (
        <TagNameField
          onDone={(id) => {
            if (id !== undefined) form.set({ tags: [...form.values.tags, id] });
            setNaming(id === undefined ? 'left' : 'made');
          }}
        />
      ) : null}
      <MarkdownField
        label={i18n.t('Description')}
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

function placeholderOf(known: number, chosen: number): string {
  if (chosen > 0) return '';
  return known === 0 ? i18n.t('Make your first tag') : i18n.t('Choose tags');
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
    if (failed) showToast({ message: i18n.t(TAG_FAILED), kind: 'error', duration: NOTE_TOAST });
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
        label={i18n.t('Tag name')}
        maxLength={200}
        ref={field}
        readOnly={isBusy}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button className={styles['beside']} variant="default" onClick={() => onDone(undefined)}>
        {i18n.t('Cancel')}
      </Button>
      <Button className={styles['beside']} onClick={create}>
        {i18n.t('Add tag')}
      </Button>
    </div>
  );
}
