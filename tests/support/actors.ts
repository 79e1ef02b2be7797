import type { Actor } from '../../model/permissions/actor.ts';

/** Person 7 of organisation 1, of the lowest level, without a special role. */
export const LEVEL_4: Actor = {
  orgId: '1',
  orgUserId: '7',
  userId: '7',
  level: 'Level 4',
  specialRole: false,
  get_access: true,
  post_access: true,
  patch_access: true,
  delete_access: true,
};
