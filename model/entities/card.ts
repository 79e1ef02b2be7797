import * as v from 'valibot';
import { rankSchema } from '../shared/rank.ts';
import { defineEntity } from './define-entity.ts';

/**
 * A card: one column (stage) of a board (board spec, 3 "Project card"). Locally found by lane and rank:
 * lane is the project for active cards, `archived:<project>` for archived ones.
 */
export const cards = defineEntity(
  {
    table: 'cards',
    stream: 'org',
    fields: {
      project: v.string(),
      name: v.string(),
      rank: rankSchema,
      status: v.boolean(),
      created_by: v.string(),
      created_at: v.string(),
    },
    columns: {
      project: 'text',
      name: 'text',
      rank: 'text',
      status: 'boolean',
      created_by: 'text',
      created_at: 'text',
    },
    indexes: ['[lane+rank+id]'],
  },
  (card) => ({ lane: card.status ? card.project : archivedColumn(card.project) }),
);
export type Card = ReturnType<typeof cards.parse>;

/** Lane of what is archived under a parent (cards of a project, tasks of a project). */
export function archivedColumn(parentId: string): string {
  return `archived:${parentId}`;
}
