import { defineEntity } from './define-entity.ts';
import { instant, text, texts, rowOf, textsOf, type OldValue, type Restoration } from './fields.ts';

/** A named group of people of the organisation (sessions spec, 3 "Team"). */
export const teams = defineEntity({
  table: 'teams',
  noun: 'team',
  stream: 'org',
  fields: {
    name: text({ restore: 'team-edit' }),
    /** Organisation users; a deactivated person stays and is shown as such. */
    members: texts({ refers: 'people', restore: members }),
    created_by: text({ refers: 'people' }),
    created_at: instant(),
  },
  restoreRow: ({ id, before }) => {
    const { name, members: people } = rowOf(before);
    return {
      mutation: 'team-create',
      args: { id, name, members: textsOf(people) },
      needs: 'absence',
    };
  },
});
export type Team = ReturnType<typeof teams.parse>;

function members({ id, before, after }: OldValue): Restoration {
  const [was, is] = [textsOf(before), textsOf(after)];
  const add = was.filter((one) => !is.includes(one));
  const remove = is.filter((one) => !was.includes(one));
  return { mutation: 'team-members', args: { id, add, remove } };
}
