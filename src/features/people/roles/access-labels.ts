import type { AccessFlags } from '../../../../model/permissions/actor.ts';
import { type Message, message } from '../../../i18n/i18n.ts';

export type AccessKey = keyof AccessFlags;

/** Access flags of a level, in the order of the table (sessions spec, 2 "Permission Level"). */
export const ACCESS: readonly {
  readonly key: AccessKey;
  readonly column: Message;
  readonly label: Message;
  readonly hint: Message;
  /** Short, in a list of what a level may do. */
  readonly word: Message;
}[] = [
  {
    key: 'get_access',
    column: message('Read Access'),
    label: message('Get access'),
    hint: message('Reads the projects they belong to'),
    word: message('get'),
  },
  {
    key: 'post_access',
    column: message('Write Access'),
    label: message('Post access'),
    hint: message('Creates tasks, comments and, from Level 3 up, projects and people'),
    word: message('post'),
  },
  {
    key: 'patch_access',
    column: message('Edit Access'),
    label: message('Patch access'),
    hint: message('Moves, completes and changes what is there'),
    word: message('patch'),
  },
  {
    key: 'delete_access',
    column: message('Delete Access'),
    label: message('Delete access'),
    hint: message('Removes team members and deletes'),
    word: message('delete'),
  },
];
