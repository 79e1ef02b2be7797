import { ActionIcon, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { NoteTag } from '../../../model/entities/note-tag.ts';
import { noteTagEdit } from '../../../model/mutations/note/note-tag-edit.ts';
import { useMutate } from '../../data/client.tsx';
import { useDraft } from '../../data/drafts.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useRename } from '../../ui/forms/use-rename.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import styles from './notes.module.css';

interface TagLineProps {
  readonly tag: NoteTag;
  readonly onDelete: (id: string) => void;
}

/** A tag with its name in a field: Enter or leaving the field saves, Escape keeps the old name, and closes the list when nothing is typed. */
export function TagLine({ tag, onDelete }: TagLineProps) {
  const mutate = useMutate();
  const edit = (change: { readonly name?: string; readonly deleted?: boolean }) =>
    mutate(noteTagEdit, { id: tag.id, ...change });
  const draft = useDraft(`tag-name:${tag.id}`, { name: tag.name });
  const { field, canSave, save } = useRename({
    name: tag.name,
    store: draft,
    onDone: draft.clear,
    save: async (name) =>
      await mutate(
        noteTagEdit,
        { id: tag.id, name },
        {
          success: {
            message: i18n.t('Tag renamed to “{name}”', { name }),
            undo: () => edit({ name: tag.name }),
          },
        },
      ),
  });
  const remove = async () => {
    const success = {
      message: i18n.t('Tag “{name}” deleted; its notes stay', { name: tag.name }),
      undo: () => edit({ deleted: false }),
    };
    if (await mutate(noteTagEdit, { id: tag.id, deleted: true }, { success })) onDelete(tag.id);
  };
  return (
    <li className={styles['tagLine']}>
      <TextInput
        size="xs"
        className={styles['grow']}
        aria-label={i18n.t('Name of the tag {name}', { name: tag.name })}
        maxLength={200}
        {...field}
        onBlur={() => {
          if (canSave) save();
          else draft.clear();
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') save();
          if (event.key !== 'Escape' || field.value === tag.name) return;
          event.preventDefault();
          draft.clear();
        }}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={i18n.t('Delete the tag {name}', { name: tag.name })}
        onClick={() => void remove()}
      >
        <IconTrash {...SMALL_ICON} />
      </ActionIcon>
    </li>
  );
}
