import { describe, expect, it } from 'vitest';
import type { Actor } from '../../../model/permissions/actor.ts';
import { mayCreateFlag, mayEditFlag } from '../../../model/permissions/flag.ts';
import { refuseForeignProfile } from '../../../model/permissions/profile.ts';
import { mayArchiveProject, mayEditProject } from '../../../model/permissions/project.ts';
import { mayArchiveWorkspace, mayEditWorkspace } from '../../../model/permissions/workspace.ts';

const person = (level: string, patch_access = true): Actor => ({
  orgId: '1',
  userId: 'u1',
  orgUserId: '1',
  level,
  specialRole: false,
  get_access: true,
  post_access: true,
  patch_access,
  delete_access: false,
});

const rules = { mayEditProject, mayArchiveProject, mayEditWorkspace, mayArchiveWorkspace };

/** The level, with patch_access and without. */
const table: readonly (readonly [string, boolean, boolean])[] = [
  ['Level 1', true, false],
  ['Level 2', true, false],
  ['Level 3', true, false],
  ['Member', false, false],
  ['Level 4', false, false],
];

describe('rights to change a project or a workspace', () => {
  for (const [name, rule] of Object.entries(rules)) {
    for (const [level, withPatch, withoutPatch] of table) {
      it(`${name}: ${level} = ${withPatch}, without patch_access = ${withoutPatch}`, () => {
        expect(rule(person(level)) === undefined).toBe(withPatch);
        expect(rule(person(level, false)) === undefined).toBe(withoutPatch);
      });
    }
  }
});

describe('rights to manage the priorities of the organisation', () => {
  for (const [level, withFlag, withoutFlag] of table) {
    it(`${level}: edit = ${withFlag}, without patch_access = ${withoutFlag}`, () => {
      expect(mayEditFlag(person(level)) === undefined).toBe(withFlag);
      expect(mayEditFlag(person(level, false)) === undefined).toBe(withoutFlag);
    });

    it(`${level}: add = ${withFlag}, never without post_access`, () => {
      expect(mayCreateFlag(person(level)) === undefined).toBe(withFlag);
      expect(mayCreateFlag({ ...person(level), post_access: false })?.message).toBe(
        'You dont have access to add a priority',
      );
    });
  }
});

it('a profile is changed by its own person alone, at any level', () => {
  expect(refuseForeignProfile(person('Member', false), '1')).toBeUndefined();
  expect(refuseForeignProfile(person('Level 1'), '2')?.code).toBe('not_found');
});
