import { defineEntity } from './define-entity.ts';
import { added, instant, longText, text, texts } from './fields.ts';

/** A personal note (board spec, 3). `tags` is the id of its first tag, as in the specification. */
export const notes = defineEntity({
  table: 'notes',
  stream: 'user',
  fields: {
    title: text({ csv: 'Title' }),
    note: longText({ csv: 'Note' }),
    tags: text({ csv: 'Tag' }),
    /** Ids of its further tags. */
    other_tags: added(texts({ csv: 'Further tags' }), []),
    created_by: text({ refers: 'people' }),
    created_at: instant({ csv: 'Created at' }),
  },
  indexes: ['created_at', 'tags'],
  erase: { fields: ['title', 'note', 'tags', 'other_tags'], when: 'at-once' },
});
export type Note = ReturnType<typeof notes.parse>;

/** Most further tags of a note. */
export const MOST_OTHER_TAGS = 20;

/** Ids of all tags of a note. Rows of older builds have no further ones. */
export function tagsOf({
  tags,
  other_tags = [],
}: {
  readonly tags: string;
  readonly other_tags?: readonly string[];
}): readonly string[] {
  return [tags, ...other_tags];
}
