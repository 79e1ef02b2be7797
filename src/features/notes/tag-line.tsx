import { ActionIcon, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { NoteTag } from '../../../model/entities/note-tag.ts';
import { noteTagEdit } from '../../../model/mutations/note/note-tag-edit.ts';
import { useMutate } from '../../data/client.tsx';
import { useRename } from '../../ui/forms/use-rename.ts';
import { useValues } from '../../ui/forms/use-values.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import styles from './notes.module.css';

interface TagLineProps {
  readonly tag: NoteTag;
  readonly onDelete: (id: string) => void;
}

/** A tag with its name in a field: Enter or leaving the field saves, Escape reverts. */
export function TagLine({ tag, onDelete }: TagLineProps) {
  const mutate = useMutate();
  const edit = (change: { readonly name?: string; readonly deleted?: boolean }) =>
    mutate(noteTagEdit, { id: tag.id, ...change });
  const store = useValues({ name: tag.name });
  const reset = () => store.set({ name: tag.name });
  const { field, canSave, save } = useRename({
    name: tag.name,
    store,
    save: async (name) =>
      await mutate(
        noteTagEdit,
        { id: tag.id, name },
        {
          success: {
            message: `Tag renamed to “${name}”`,
            undo: () => void edit({ name: tag.name }),
          },
        },
      ),
  });
  const remove = async () => {
    const success = {
      message: `Tag “${tag.name}” deleted; its notes stay`,
      undo: () => void edit({ deleted: false }),
    };
    if (await mutate(noteTagEdit, { id: tag.id, deleted: true }, { success })) onDelete(tag.id);
  };
  return (
    <li className={styles['tagLine']}>
      <TextInput
        size="xs"
        className={styles['grow']}
        aria-label={`Name of the tag ${tag.name}`}
        maxLength={200}
        {...field}
        onBlur={() => {
          if (canSave) save();
          else reset();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save();
          if (event.key === 'Escape') reset();
        }}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Delete the tag ${tag.name}`}
        onClick={() => void remove()}
      >
        <IconTrash {...SMALL_ICON} />
      </ActionIcon>
    </li>
  );
}
