import { describe, expect, it } from 'vitest';
import { mayReadActivity } from '../../../model/permissions/activity.ts';
import type { AccessFlags, Actor } from '../../../model/permissions/actor.ts';
import { mayInvite, mayRevokeInvitation } from '../../../model/permissions/invitation.ts';
import { mayEditOrganization } from '../../../model/permissions/organization.ts';
import {
  mayCreatePerson,
  mayEditPerson,
  maySetActive,
  maySetRole,
} from '../../../model/permissions/person.ts';
import { maySeeProject } from '../../../model/permissions/project.ts';
import {
  mayChangeRoles,
  mayCreateCategory,
  mayCreateLevel,
  mayCreateRole,
  mayEditLevel,
  mayMoveRole,
} from '../../../model/permissions/role.ts';
import { mayChangeTeam, mayCreateTeam, mayDeleteTeam } from '../../../model/permissions/team.ts';
import type { Refusal } from '../../../model/shared/errors.ts';

const LEVELS = ['Level 1', 'Level 2', 'Level 3', 'Member'] as const;
const ALL = { get_access: true, post_access: true, patch_access: true, delete_access: true };
const NONE = { get_access: false, post_access: false, patch_access: false, delete_access: false };

const actorOf = (level: string, flags: Partial<AccessFlags> = {}): Actor => ({
  orgId: '1',
  userId: '1',
  orgUserId: '1',
  level,
  specialRole: false,
  ...ALL,
  ...flags,
});
const named = (name: string, flags: AccessFlags = ALL) => ({ name, ...flags });
const member = { isSelf: false, level: 'Member' };
const top = { isSelf: false, level: 'Level 1' };
const oneself = { isSelf: true, level: 'Level 2' };

type Rule = (actor: Actor) => Refusal | undefined;
type Row = readonly [
  string,
  Rule,
  readonly [boolean, boolean, boolean, boolean],
  keyof AccessFlags | undefined,
];

/** Columns: Levels 1, 2, 3 and any other, all with every flag; then the required flag. */
const TABLE: readonly Row[] = [
  ['add a user', mayCreatePerson, [true, true, true, false], 'post_access'],
  ['create a category', mayCreateCategory, [true, true, true, false], 'post_access'],
  ['create a role', mayCreateRole, [true, true, true, false], 'post_access'],
  ['create a role level', mayCreateLevel, [true, true, true, false], 'post_access'],
  ['create a team', mayCreateTeam, [true, true, true, false], 'post_access'],
  ['invite', mayInvite, [true, true, true, false], 'post_access'],
  ['rename categories and roles', mayChangeRoles, [true, true, true, false], 'patch_access'],
  ['change a team', mayChangeTeam, [true, true, true, false], 'patch_access'],
  ['delete a team', mayDeleteTeam, [true, true, true, false], 'delete_access'],
  ['revoke an invitation', mayRevokeInvitation, [true, true, true, false], 'patch_access'],
  ['read the activity', mayReadActivity, [true, true, true, false], undefined],
  ['change the organisation', mayEditOrganization, [true, false, false, false], 'patch_access'],
  ['edit a member', (a) => mayEditPerson(a, member), [true, true, true, false], 'patch_access'],
  ['edit a Level 1', (a) => mayEditPerson(a, top), [true, false, false, false], 'patch_access'],
  ['edit oneself', (a) => mayEditPerson(a, oneself), [true, true, true, true], undefined],
  [
    'make a member Level 2',
    (a) => maySetRole(a, member, named('Level 2')),
    [true, true, false, false],
    'patch_access',
  ],
  [
    'make a Level 1 a member',
    (a) => maySetRole(a, top, named('Member', NONE)),
    [true, false, false, false],
    'patch_access',
  ],
  [
    'change one’s own role',
    (a) => maySetRole(a, oneself, named('Member', NONE)),
    [false, false, false, false],
    undefined,
  ],
  [
    'deactivate a member',
    (a) => maySetActive(a, member, undefined),
    [true, true, true, false],
    'patch_access',
  ],
  [
    'deactivate a Level 1',
    (a) => maySetActive(a, top, undefined),
    [true, false, false, false],
    'patch_access',
  ],
  [
    'deactivate oneself',
    (a) => maySetActive(a, oneself, undefined),
    [false, false, false, false],
    undefined,
  ],
  [
    'take a Level 2 back',
    (a) => maySetActive(a, { isSelf: false, level: 'Level 2' }, named('Level 2')),
    [true, true, false, false],
    'patch_access',
  ],
  [
    'change the flags of Level 1',
    (a) => mayEditLevel(a, { name: 'Level 1' }, { post_access: false }),
    [false, false, false, false],
    undefined,
  ],
  [
    'change the flags of Level 2',
    (a) => mayEditLevel(a, { name: 'Level 2' }, { post_access: false }),
    [true, false, false, false],
    'patch_access',
  ],
  [
    'rename Level 3',
    (a) => mayEditLevel(a, { name: 'Level 3' }, { name: 'Third' }),
    [false, false, false, false],
    undefined,
  ],
  [
    'change another level',
    (a) => mayEditLevel(a, { name: 'Guide' }, { name: 'Lead', post_access: true }),
    [true, true, true, false],
    'patch_access',
  ],
  [
    'raise a role to Level 2',
    (a) => mayMoveRole(a, { isOwn: false, from: named('Member'), to: named('Level 2') }),
    [true, true, false, false],
    'patch_access',
  ],
  [
    'move one’s own role',
    (a) => mayMoveRole(a, { isOwn: true, from: named('Level 2'), to: named('Member', NONE) }),
    [false, false, false, false],
    undefined,
  ],
];

describe('rights in administration (sessions spec, 6; product.md, 5)', () => {
  for (const [action, rule, expected, flag] of TABLE) {
    it(`${action}: Levels 1, 2, 3, others = ${expected.join(', ')}`, () => {
      expect(LEVELS.map((level) => rule(actorOf(level)) === undefined)).toEqual(expected);
    });
    if (flag === undefined) continue;
    it(`${action} is refused to everybody without ${flag}`, () => {
      for (const level of LEVELS) {
        expect(rule(actorOf(level, { [flag]: false }))?.code).toBe('forbidden');
      }
    });
  }

  it('no mutation grants a flag that its actor does not have', () => {
    const weak = actorOf('Level 1', { delete_access: false });
    expect(maySetRole(weak, member, named('Guide'))?.code).toBe('forbidden');
    expect(maySetActive(weak, member, named('Guide'))?.code).toBe('forbidden');
    expect(mayEditLevel(weak, { name: 'Guide' }, { delete_access: true })?.code).toBe('forbidden');
    expect(mayMoveRole(weak, { isOwn: false, from: undefined, to: named('Guide') })?.code).toBe(
      'forbidden',
    );
  });

  it('a level without get access reads no project', () => {
    expect(maySeeProject(actorOf('Level 1', { get_access: false }), true)).toBe(false);
    expect(maySeeProject(actorOf('Member'), true)).toBe(true);
  });

  it('uses the specification’s alert texts', () => {
    const readOnly = actorOf('Level 2', { post_access: false });
    expect(mayCreateRole(readOnly)?.message).toBe('You dont have access to create a role');
    expect(mayCreateCategory(readOnly)?.message).toBe('You dont have access to create a category');
    expect(mayCreatePerson(readOnly)?.message).toBe('You dont have access to create a user');
    expect(mayCreateLevel(readOnly)?.message).toBe('You dont have access to create a role level');
    expect(mayInvite(readOnly)?.message).toBe('You dont have access to invite a user');
  });
});
