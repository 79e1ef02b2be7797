import * as v from 'valibot';
import { defineEntity } from './define-entity.ts';

/** A project a person wants no news of; its scope is their inbox. The id is made of both (`memberId`). */
export const projectMutes = defineEntity({
  table: 'project_mutes',
  stream: 'org',
  fields: { project: v.string(), created_at: v.string() },
  columns: { project: 'text', created_at: 'text' },
});
export type ProjectMute = ReturnType<typeof projectMutes.parse>;
