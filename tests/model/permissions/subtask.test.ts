import { describe, expect, it } from 'vitest';
import type { Actor } from '../../../model/permissions/actor.ts';
import { mayChangeLabel, mayCreateLabel } from '../../../model/permissions/label.ts';
import {
  mayAddSubtask,
  mayChangeSubtask,
  mayTickSubtask,
} from '../../../model/permissions/subtask.ts';
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

const task = { created_by: '1', assigned_to: '2', assigned_users: [], collaborators: ['3'] };
const people = {
  creator: person('1', 'Member'),
  assignee: person('2', 'Member'),
  collaborator: person('3', 'Member'),
  other: person('4', 'Member'),
  level3: person('5', 'Level 3'),
};

type Row = readonly [
  string,
  (actor: Actor) => Refusal | undefined,
  readonly [boolean, boolean, boolean, boolean, boolean],
  'post' | 'patch',
];

const rules: readonly Row[] = [
  [
    'add a subtask',
    (actor) => mayAddSubtask(actor, task),
    [true, false, false, false, false],
    'post',
  ],
  [
    'change a subtask of the creator',
    (actor) => mayChangeSubtask(actor, task, { created_by: '1' }),
    [true, false, false, false, false],
    'patch',
  ],
  [
    'change a subtask that the assignee made when the task was theirs',
    (actor) => mayChangeSubtask(actor, task, { created_by: '2' }),
    [true, true, false, false, false],
    'patch',
  ],
  [
    'complete a subtask',
    (actor) => mayTickSubtask(actor, task, { assigned_to: null }),
    [true, true, true, false, false],
    'patch',
  ],
  [
    'complete a subtask that is assigned to the other',
    (actor) => mayTickSubtask(actor, task, { assigned_to: '4' }),
    [true, true, true, true, false],
    'patch',
  ],
  ['add a label', mayCreateLabel, [true, true, true, true, true], 'post'],
  [
    'change a label of the creator',
    (actor) => mayChangeLabel(actor, { created_by: '1' }),
    [true, false, false, false, true],
    'patch',
  ],
];

describe('rights on subtasks and labels (board spec, 6)', () => {
  for (const [action, rule, expected, flag] of rules) {
    it(`${action}: creator, assignee, collaborator, other, Level 3 = ${expected.join(', ')}`, () => {
      expect(Object.values(people).map((actor) => rule(actor) === undefined)).toEqual(expected);
    });

    it(`${action} is refused to everybody without ${flag}_access`, () => {
      for (const actor of Object.values(people)) {
        expect(rule({ ...actor, [`${flag}_access`]: false })?.code).toBe('forbidden');
      }
    });
  }

  it('uses the specification’s alert text', () => {
    const readOnly = person('1', 'Member', { post_access: false });
    expect(mayAddSubtask(readOnly, task)?.message).toBe("You don't have access to add a subtask");
  });
});
