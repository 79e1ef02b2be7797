import { rankSchema } from '../shared/rank.ts';
import { defineEntity } from './define-entity.ts';
import { bool, field, instant, text } from './fields.ts';

/**
 * A card: one column (stage) of a board (board spec, 3 "Project card"). Indexed by `lane`, the
 * column, and rank: `lane` is the project for active cards, `archived:<project>` for archived ones.
 */
export const cards = defineEntity(
  {
    table: 'cards',
    noun: 'card',
    stream: 'org',
    fields: {
      project: text({ refers: 'projects' }),
      name: text({ restore: 'card-rename' }),
      rank: field(rankSchema, 'text'),
      status: bool({ label: /*i18n*/ 'Active', restore: 'card-archive' }),
      created_by: text({ refers: 'people' }),
      created_at: instant(),
    },
    indexes: ['[lane+rank+id]'],
  },
  (card) => ({ lane: card.status ? card.project : archivedColumn(card.project) }),
);
export type Card = ReturnType<typeof cards.parse>;

/** `lane` of archived rows of a parent (cards of a project, tasks of a project). */
export function archivedColumn(parentId: string): string {
  return `archived:${parentId}`;
}
