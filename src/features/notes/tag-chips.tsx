import { ActionIcon, Popover, Tooltip, UnstyledButton } from '@mantine/core';
import { IconTags } from '@tabler/icons-react';
import { useState } from 'react';
import type { NoteTag } from '../../../model/entities/note-tag.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import styles from './notes.module.css';
import { TagLine } from './tag-line.tsx';

interface TagChipsProps {
  readonly tags: readonly NoteTag[];
  readonly chosen: string | undefined;
  readonly onChoose: (tag: string | undefined) => void;
}

/** Filter by tag, with a list in which tags are renamed and deleted. */
export function TagChips({ tags, chosen, onChoose }: TagChipsProps) {
  return (
    <div className={styles['filter']}>
      <fieldset className={styles['chips']} aria-label="Filter by tag">
        <UnstyledButton
          className={styles['chip']}
          aria-pressed={chosen === undefined}
          onClick={() => onChoose(undefined)}
        >
          All
        </UnstyledButton>
        {tags.map((tag) => (
          <UnstyledButton
            key={tag.id}
            className={styles['chip']}
            aria-pressed={chosen === tag.id}
            onClick={() => onChoose(tag.id)}
          >
            {tag.name}
          </UnstyledButton>
        ))}
      </fieldset>
      {tags.length === 0 ? null : (
        <TagList
          tags={tags}
          onDelete={(id) => {
            if (chosen === id) onChoose(undefined);
          }}
        />
      )}
    </div>
  );
}

interface TagListProps {
  readonly tags: readonly NoteTag[];
  /** Called after a tag was deleted. */
  readonly onDelete: (id: string) => void;
}

function TagList({ tags, onDelete }: TagListProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={280}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Tooltip label="Edit tags">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Edit tags"
            aria-expanded={opened}
            onClick={() => setOpened(!opened)}
          >
            <IconTags {...SMALL_ICON} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown data-own-escape aria-label="Tags">
        <ul className={styles['tagList']}>
          {tags.map((tag) => (
            <TagLine key={tag.id} tag={tag} onDelete={onDelete} />
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
