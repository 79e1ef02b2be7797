import { defineEntity } from './define-entity.ts';
import { instant, text } from './fields.ts';

/** A project a person wants no news of; its scope is their inbox. The id is made of both (`memberId`). */
export const projectMutes = defineEntity({
  table: 'project_mutes',
  stream: 'org',
  fields: {
    project: text(),
    created_at: instant(),
  },
});
export type ProjectMute = ReturnType<typeof projectMutes.parse>;
