import { describe, expect, it } from 'vitest';
import { type Task, tasks } from '../../../model/entities/task.ts';
import { teamMembers } from '../../../model/entities/team-member.ts';
import type { Prepared, Reader } from '../../../model/mutations/define-mutation.ts';
import { taskAssign } from '../../../model/mutations/task/task-assign.ts';
import { taskCollaborate } from '../../../model/mutations/task/task-collaborate.ts';
import type { Actor } from '../../../model/permissions/actor.ts';
import { memberId } from '../../../model/shared/ids.ts';
import {
  addAssigneePlan,
  addCollaboratorPlan,
  removeAssigneePlan,
  removeCollaboratorPlan,
} from '../../../src/data/task-plans.ts';
import { taskRow } from '../../support/task-row.ts';
import { LEVEL_4 } from '../../support/actors.ts';

const PROJECT = '0198c000-0000-7000-8000-000000000001';
const TASK = '0198c000-0000-7000-8000-000000000002';
/** Members of the project; 7 was removed from it. */
const [creator, ben, cid, dora] = ['1', '7', '8', '9'] as const;

describe('people of a task of whom one has left the project', () => {
  const several = task({ assigned_users: [ben, dora] });
  const shared = task({ assigned_to: dora, collaborators: [ben] });

  it('further assignees are added, and undone', async () => {
    for (const row of [several, task({ assigned_to: ben })]) {
      const [step] = addAssigneePlan([row], cid);
      expect(await refusal(row, step?.change)).toBeUndefined();
      const after = applied(row, step?.change);
      expect(after.assigned_users).toContain(ben);
      expect(after.assigned_users).toContain(cid);
      expect(await refusal(after, step?.back)).toBeUndefined();
      expect(applied(after, step?.back)).toEqual(row);
    }
  });

  it('further collaborators are added, and undone', async () => {
    const [step] = addCollaboratorPlan([shared], cid);
    expect(await refusal(shared, step?.change)).toBeUndefined();
    const after = applied(shared, step?.change);
    expect(after.collaborators).toEqual([ben, cid]);
    expect(await refusal(after, step?.back)).toBeUndefined();
  });

  it('they are removed, and come back by Undo as the device supposes', async () => {
    for (const [step] of [
      removeAssigneePlan([several], ben),
      removeCollaboratorPlan([shared], ben),
    ]) {
      const row = step?.task;
      const after = applied(row ?? shared, step?.change);
      expect(await refusal(after, step?.back)).toMatchObject({ code: 'invalid' });
      expect(await refusal(after, step?.back, [ben])).toBeUndefined();
      expect(applied(after, step?.back)).toEqual(row);
    }
  });

  it('another one is removed', async () => {
    expect(await refusal(several, assign([ben]))).toBeUndefined();
    expect(await refusal(task({ collaborators: [ben, cid] }), collaborate([ben]))).toBeUndefined();
  });

  it('the one who left is not added again, neither as assignee nor as collaborator', async () => {
    const invalid = { code: 'invalid' };
    expect(await refusal(task({ assigned_to: dora }), assign([dora, ben]))).toMatchObject(invalid);
    expect(await refusal(task({ collaborators: [ben] }), assign([ben]))).toMatchObject(invalid);
    expect(await refusal(several, collaborate([ben]))).toMatchObject(invalid);
    expect(await refusal(undefined, assign([cid]))).toMatchObject({ code: 'not_found' });
    expect(await refusal(undefined, collaborate([cid]))).toMatchObject({ code: 'not_found' });
  });
});

function task(change: Partial<Task>): Task {
  return taskRow({ id: TASK, project: PROJECT, created_by: creator, ...change });
}

function assign(people: readonly string[]): Prepared {
  const assigned = { assigned_to: null, assigned_users: [...people] };
  return taskAssign.prepare({ id: TASK, project: PROJECT, ...assigned });
}

function collaborate(people: readonly string[]): Prepared {
  return taskCollaborate.prepare({ id: TASK, project: PROJECT, collaborators: [...people] });
}

async function refusal(
  row: Task | undefined,
  change: Prepared | undefined,
  removed: readonly string[] = [],
) {
  expect(change).toBeDefined();
  const members = [creator, cid, dora].map((person) => ({
    id: memberId(PROJECT, person),
    scope: `project:${PROJECT}`,
    v: 1,
    project: PROJECT,
    organization_user: person,
    created_at: '2026-01-01T00:00:00Z',
  }));
  const read: Reader = {
    get: (entity, id) => {
      const rows = entity.table === tasks.table ? [row] : members;
      const found = rows.find((one) => one?.id === id);
      return Promise.resolve(found === undefined ? undefined : entity.parse(found));
    },
    haveRemoved: (_of, people) => Promise.resolve(people.every((one) => removed.includes(one))),
  };
  expect(await read.get(teamMembers, memberId(PROJECT, ben))).toBeUndefined();
  return await change?.check(read, actor);
}

function applied(row: Task, change: Prepared | undefined): Task {
  const [effect] = change?.effects({ actor, at: 0 }) ?? [];
  return tasks.parse(effect?.apply(row));
}

const actor: Actor = { ...LEVEL_4, orgUserId: creator, userId: '1' };
