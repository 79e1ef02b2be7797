import { UnstyledButton } from '@mantine/core';
import { IconTags } from '@tabler/icons-react';
import type { NoteTag } from '../../../model/entities/note-tag.ts';
import { i18n } from '../../i18n/i18n.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { IconPopover } from '../../ui/overlays/icon-popover.tsx';
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
      <fieldset className={styles['chips']} aria-label={i18n.t('Filter by tag')}>
        <UnstyledButton
          className={styles['chip']}
          aria-pressed={chosen === undefined}
          onClick={() => onChoose(undefined)}
        >
          {i18n.t('All')}
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
        <IconPopover
          icon={<IconTags {...SMALL_ICON} />}
          tooltip={i18n.t('Edit tags')}
          label={i18n.t('Tags')}
        >
          <ul className={styles['tagList']}>
            {tags.map((tag) => (
              <TagLine
                key={tag.id}
                tag={tag}
                onDelete={(id) => {
                  if (chosen === id) onChoose(undefined);
                }}
              />
            ))}
          </ul>
        </IconPopover>
      )}
    </div>
  );
}
