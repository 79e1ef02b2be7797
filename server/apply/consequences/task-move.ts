import * as v from 'valibot';
import { comments } from '../../../model/entities/comment.ts';
import { projectScope } from '../../../model/entities/scopes.ts';
import { tasks } from '../../../model/entities/task.ts';
import { textOf } from '../../store/sql.ts';
import type { Consequence } from '../consequence.ts';

const argsSchema = v.object({ id: v.string() });

/** A task that moves to another project takes its comments along: their project and scope follow (PULL-2, moved). */
export const taskMoveConsequence: Consequence = {
  mutation: 'task-move',
  replacesEffects: false,
  apply: async ({ args, actor, tx }) => {
    const { id } = v.parse(argsSchema, args);
    const place = { orgId: actor.orgId };
    const task = await tx.get(tasks, place, id);
    // A move within the project changes nobody's scope: no comment has to be looked for.
    if (task === undefined || tx.scopeBefore(tasks, place, id) === task.scope) return undefined;
    const { project } = task;
    const found = await (
      await tx.sql()
    ).all('select id from comments where org_id = ? and task = ? and project <> ?', [
      actor.orgId,
      id,
      project,
    ]);
    for (const row of found) {
      const comment = await tx.get(comments, place, textOf(row, 'id'));
      if (comment === undefined) continue;
      await tx.put(comments, place, { ...comment, project, scope: projectScope(project) });
    }
    return undefined;
  },
};
