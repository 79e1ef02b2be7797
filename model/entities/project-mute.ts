import { defineEntity } from './define-entity.ts';
import { instant, text } from './fields.ts';

/**
 * A project whose notifications a person has muted; its scope is their inbox. The id is derived
 * from both (`memberId`).
 */
export const projectMutes = defineEntity({
  table: 'project_mutes',
  stream: 'org',
  fields: {
    project: text(),
    created_at: instant(),
  },
});
export type ProjectMute = ReturnType<typeof projectMutes.parse>;
