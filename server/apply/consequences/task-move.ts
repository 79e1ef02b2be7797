import * as v from 'valibot';
import { comments } from '../../../model/entities/comment.ts';
import type { Entity, RawRow } from '../../../model/entities/define-entity.ts';
import { type FileRow, files } from '../../../model/entities/file.ts';
import { ENTITIES } from '../../../model/entities/registry.ts';
import { overwrites } from '../../../model/entities/overwrite.ts';
import { projectScope } from '../../../model/entities/scopes.ts';
import { subtasks } from '../../../model/entities/subtask.ts';
import { taskFiles } from '../../../model/entities/task-file.ts';
import { taskSteps } from '../../../model/entities/task-step.ts';
import { type Task, tasks } from '../../../model/entities/task.ts';
import { quoted, textOf } from '../../store/sql.ts';
import type { Consequence, ConsequenceContext } from '../consequence.ts';

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
    for (const file of referred) if (file !== null) await moveFile(move, file);
    return undefined;
  },
};

interface Move {
  readonly tx: ConsequenceContext['tx'];
  readonly orgId: string;
  /** The task in its new project. */
  readonly task: Task;
}

/** Moves a file, and behind a drawing the original that nothing else in the old project shows. */
async function moveFile({ tx, orgId, task }: Move, id: string): Promise<void> {
  const place = { orgId };
  for (let next: string | null = id; next !== null;) {
    const row: FileRow | undefined = await tx.get(files, place, next);
    if (row === undefined || row.scope === task.scope) return;
    if (next !== id && (await isShownIn({ tx, orgId, task }, row))) return;
    await tx.put(files, place, { ...row, scope: task.scope });
    next = row.drawn_on;
  }
}

/** True when another row of the file's own scope refers to it. */
async function isShownIn({ tx, orgId }: Move, { id, scope }: FileRow): Promise<boolean> {
  const sql = await tx.sql();
  for (const { table, stream, files: columns } of ENTITIES) {
    if (stream !== 'org') continue;
    for (const column of columns) {
      const [row] = await sql.all(
        `select id from ${quoted(table)} where org_id = ? and ${quoted(column)} = ? and scope = ? limit 1`,
        [orgId, id, scope],
      );
      if (row !== undefined) return true;
    }
  }
  return false;
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
