import * as v from 'valibot';
import { comments } from '../../../model/entities/comment.ts';
import type { Entity, RawRow } from '../../../model/entities/define-entity.ts';
import { overwrites } from '../../../model/entities/overwrite.ts';
import { projectScope } from '../../../model/entities/scopes.ts';
import { subtasks } from '../../../model/entities/subtask.ts';
import { taskFiles } from '../../../model/entities/task-file.ts';
import { taskSteps } from '../../../model/entities/task-step.ts';
import { type Task, tasks } from '../../../model/entities/task.ts';
import { quoted, textOf } from '../../store/sql.ts';
import type { Consequence, ConsequenceContext } from '../consequence.ts';
import { moveFile } from '../file-references.ts';

const argsSchema = v.object({ id: v.string() });

/**
 * Moves the comments, subtasks, files, completion steps and replaced values of a task to its new project: their project
 * and scope change (PULL-2, moved).
 */
export const taskMoveConsequence: Consequence = {
  mutation: 'task-move',
  replacesEffects: false,
  apply: async ({ args, actor, tx }) => {
    const { id } = v.parse(argsSchema, args);
    const place = { orgId: actor.orgId };
    const task = await tx.get(tasks, place, id);
    // A move within the project changes no scope.
    if (task === undefined || tx.scopeBefore(tasks, place, id) === task.scope) return undefined;
    const move: Move = { tx, orgId: actor.orgId, task };
    const comment = await moveChildren(move, comments);
    const subtask = await moveChildren(move, subtasks);
    const attached = await moveChildren(move, taskFiles);
    await moveChildren(move, overwrites);
    const steps = await moveChildren(move, taskSteps);
    const referred = [
      task.document,
      ...comment.map((row) => row.attachment),
      ...subtask.map((row) => row.document),
      ...attached.map((row) => row.file),
      ...steps.flatMap((row) => row.photos),
    ];
    const { scope } = task;
    for (const file of referred) {
      if (file !== null) await moveFile({ tx, orgId: actor.orgId, scope }, file);
    }
    return undefined;
  },
};

interface Move {
  readonly tx: ConsequenceContext['tx'];
  readonly orgId: string;
  /** The task in its new project. */
  readonly task: Task;
}

/** Moves the rows of the task; returns them with their new scope. */
async function moveChildren<Row extends RawRow & { readonly project: string }>(
  { tx, orgId, task }: Move,
  entity: Entity<Row>,
): Promise<readonly Row[]> {
  const { project } = task;
  const found = await (
    await tx.sql()
  ).all(`select id from ${quoted(entity.table)} where org_id = ? and task = ? and project <> ?`, [
    orgId,
    task.id,
    project,
  ]);
  const moved: Row[] = [];
  for (const { id } of found.map((row) => ({ id: textOf(row, 'id') }))) {
    const row = await tx.get(entity, { orgId }, id);
    if (row === undefined) continue;
    const next = { ...row, project, scope: projectScope(project) };
    await tx.put(entity, { orgId }, next);
    moved.push(next);
  }
  return moved;
}
