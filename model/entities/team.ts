import * as v from 'valibot';
import { defineEntity } from './define-entity.ts';

/** A named group of people of the organisation (sessions spec, 3 "Team"). */
export const teams = defineEntity({
  table: 'teams',
  stream: 'org',
  fields: {
    name: v.string(),
    /** Organisation users; somebody who was deactivated stays and is shown as such. */
    members: v.array(v.string()),
    created_by: v.string(),
    created_at: v.string(),
  },
  columns: { name: 'text', members: 'json', created_by: 'text', created_at: 'text' },
});
export type Team = ReturnType<typeof teams.parse>;
