import type { AccessFlags } from '../../../../model/permissions/actor.ts';

export type AccessKey = keyof AccessFlags;

/** Access flags of a level, in the order of the table (sessions spec, 2 "Permission Level"). */
export const ACCESS: readonly {
  readonly key: AccessKey;
  readonly column: string;
  readonly label: string;
  readonly hint: string;
}[] = [
  {
    key: 'get_access',
    column: 'Read Access',
    label: 'Get access',
    hint: 'Reads the projects they belong to',
  },
  {
    key: 'post_access',
    column: 'Write Access',
    label: 'Post access',
    hint: 'Creates tasks, comments and, from Level 3 up, projects and people',
  },
  {
    key: 'patch_access',
    column: 'Edit Access',
    label: 'Patch access',
    hint: 'Moves, completes and changes what is there',
  },
  {
    key: 'delete_access',
    column: 'Delete Access',
    label: 'Delete access',
    hint: 'Removes team members and deletes',
  },
];
