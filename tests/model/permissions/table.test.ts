import { describe, expect, it } from 'vitest';
import type { Actor } from '../../../model/permissions/actor.ts';
import { mayChangeCard, mayCreateCard } from '../../../model/permissions/card.ts';
import { mayChangeComment, mayComment } from '../../../model/permissions/comment.ts';
import { mayCreatePerson, mayGrantLevel } from '../../../model/permissions/person.ts';
import {
  mayAddMember,
  mayCreateProject,
  mayCreateProjectInOverview,
  mayRemoveMember,
  maySeeProject,
} from '../../../model/permissions/project.ts';
import {
  mayCreateTask,
  mayDirectTask,
  mayEditTask,
  mayManageCollaborators,
  mayMoveTask,
  mayTickCompleted,
  mayTickEmployee,
} from '../../../model/permissions/task.ts';
import { mayCreateWorkspace } from '../../../model/permissions/workspace.ts';
import type { Refusal } from '../../../model/shared/errors.ts';

const all = { get_access: true, post_access: true, patch_access: true, delete_access: true };
const person = (orgUserId: string, level: string, flags: Partial<typeof all> = {}): Actor => ({
  orgId: '1',
  userId: `u${orgUserId}`,
  orgUserId,
  level,
  specialRole: false,
  ...all,
  ...flags,
});

const task = { created_by: '1', assigned_to: '2', assigned_users: [] };

/** Columns: creator, assignee, another person of an ordinary level, another person of Level 3. */
const people = {
  creator: person('1', 'Member'),
  assignee: person('2', 'Member'),
  other: person('3', 'Member'),
  level3: person('4', 'Level 3'),
};

const taskRules: readonly [
  string,
  (actor: Actor) => Refusal | undefined,
  readonly [boolean, boolean, boolean, boolean],
  'post' | 'patch',
][] = [
  ['create a task', mayCreateTask, [true, true, true, true], 'post'],
  ['edit', (actor) => mayEditTask(actor, task), [true, false, false, false], 'post'],
  [
    'assign, flag, archive',
    (actor) => mayDirectTask(actor, task),
    [true, false, false, false],
    'patch',
  ],
  [
    'choose collaborators',
    (actor) => mayManageCollaborators(actor, task),
    [true, true, false, false],
    'patch',
  ],
  ['move', (actor) => mayMoveTask(actor, task), [true, true, false, true], 'patch'],
  [
    'tick Completed',
    (actor) => mayTickCompleted(actor, task),
    [true, false, false, false],
    'patch',
  ],
  [
    'tick Completed by Employee',
    (actor) => mayTickEmployee(actor, task),
    [false, true, false, false],
    'patch',
  ],
];

describe('rights on a task (board spec, 6)', () => {
  for (const [action, rule, expected, flag] of taskRules) {
    it(`${action}: creator, assignee, other, Level 3 = ${expected.join(', ')}`, () => {
      const { creator, assignee, other, level3 } = people;
      expect([creator, assignee, other, level3].map((actor) => rule(actor) === undefined)).toEqual(
        expected,
      );
    });

    it(`${action} is refused to everybody without ${flag}_access, in any role`, () => {
      for (const actor of Object.values(people)) {
        const without = {
          ...actor,
          ...(flag === 'post' ? { post_access: false } : { patch_access: false }),
        };
        expect(rule(without)?.code).toBe('forbidden');
      }
    });
  }

  it('lets the creator tick the employee box only as the assignee', () => {
    expect(mayTickEmployee(people.creator, { ...task, assigned_to: '1' })).toBeUndefined();
    expect(
      mayTickEmployee(people.creator, { ...task, assigned_to: null, assigned_users: ['1', '2'] }),
    ).toBeUndefined();
  });

  it('uses the specification’s alert texts', () => {
    const readOnly = person('1', 'Member', { post_access: false, patch_access: false });
    expect(mayCreateTask(readOnly)?.message).toBe('You dont have access to add a task');
    expect(mayEditTask(readOnly, task)?.message).toBe("You don't have access to edit task");
    expect(mayCreateCard(readOnly)?.message).toBe('You dont have access to add a card');
    expect(mayComment(readOnly, true)?.message).toBe("You don't have access to send a message");
    expect(mayComment(people.creator, false)?.message).toBe('Team Members only comment the tasks');
    expect(mayCreateProject(readOnly)?.message).toBe('You dont have access to add a project');
    expect(mayCreateProjectInOverview(readOnly)?.message).toBe(
      'You dont have access to create a project',
    );
    expect(mayCreateWorkspace(readOnly)?.message).toBe('You dont have access to add a workspace');
    expect(mayCreatePerson(readOnly)?.message).toBe('You dont have access to create a user');
  });
});

describe('rights of levels 1 to 3', () => {
  const rules = {
    mayCreateCard,
    mayChangeCard,
    mayCreateProject,
    mayCreateProjectInOverview,
    mayCreateWorkspace,
    mayAddMember,
    mayRemoveMember,
    mayCreatePerson,
  };
  for (const [name, rule] of Object.entries(rules)) {
    it(`${name} needs the level and the flag`, () => {
      for (const level of ['Level 1', 'Level 2', 'Level 3']) {
        expect(rule(person('1', level))).toBeUndefined();
        const bare = { post_access: false, patch_access: false, delete_access: false };
        expect(rule(person('1', level, bare))?.code).toBe('forbidden');
      }
      for (const level of ['Member', 'Level 4', 'level 1', 'Level 1 ']) {
        expect(rule(person('1', level))?.code).toBe('forbidden');
      }
    });
  }

  it('they read every project; others read the projects they are members of', () => {
    expect(maySeeProject(person('1', 'Level 2'), false)).toBe(true);
    expect(maySeeProject(person('1', 'Member'), false)).toBe(false);
    expect(maySeeProject(person('1', 'Member'), true)).toBe(true);
  });
});

describe('giving access', () => {
  it('never exceeds the granter’s own level or flags', () => {
    const level2 = person('1', 'Level 2', { delete_access: false });
    expect(mayGrantLevel(level2, { name: 'Level 1', ...all, delete_access: false })?.code).toBe(
      'forbidden',
    );
    expect(mayGrantLevel(level2, { name: 'Level 3', ...all })?.code).toBe('forbidden');
    expect(
      mayGrantLevel(level2, { name: 'Level 3', ...all, delete_access: false }),
    ).toBeUndefined();
    expect(mayGrantLevel(person('1', 'Level 1'), { name: 'Level 1', ...all })).toBeUndefined();
  });
});

describe('comments', () => {
  it('are changed by their author alone, at any level', () => {
    expect(mayChangeComment(person('1', 'Member'), { author: '1' })).toBeUndefined();
    expect(mayChangeComment(person('2', 'Level 1'), { author: '1' })?.code).toBe('forbidden');
    expect(
      mayChangeComment(person('1', 'Member', { patch_access: false }), { author: '1' })?.code,
    ).toBe('forbidden');
  });
});
