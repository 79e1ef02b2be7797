import * as v from 'valibot';
import { cards } from '../../entities/card.ts';
import { projectScope } from '../../entities/scopes.ts';
import { tasks } from '../../entities/task.ts';
import { needsProject, notFound } from '../../permissions/project.ts';
import { mayMoveTask } from '../../permissions/task.ts';
import { refuse } from '../../shared/errors.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { rankSchema } from '../../shared/rank.ts';
import { change, defineMutation, type RestInput, type RestResolver } from '../define-mutation.ts';
import {
  areMembers,
  gatherProjectRow,
  isMemberOf,
  withVisibleRow,
} from '../context/project-context.ts';
import { idField, orderField } from '../rest-fields.ts';

/** Text of a move by the Stage field (board spec, 8). */
export const STAGE_UPDATED = /*i18n*/ 'Task Stage Updated successfully';

/**
 * Moves a task within a card, to another card, or to a card of another project: one row gets a new
 * place (product.md, 2). On the server its comments, subtasks and files move to the other project
 * with it.
 */
export const taskMove = defineMutation({
  name: 'task-move',
  schema: v.strictObject({ id: idSchema, project: idSchema, card: idSchema, rank: rankSchema }),
  refs: ({ id }) => [{ table: 'tasks', id }],
  parents: ({ card }) => [{ table: 'cards', id: card }],
  gather: async ({ id, project, card }, read, actor) => {
    const task = await gatherProjectRow(read, actor, tasks, id);
    const elsewhere = task.row !== undefined && task.row.project !== project;
    const people = task.row === undefined ? [] : [task.row.assigned_to, ...task.row.assigned_users];
    return {
      task,
      card: await read.get(cards, card),
      joinsTarget: await isMemberOf(read, actor, project),
      assigneesFit:
        !elsewhere ||
        (await areMembers(
          read,
          project,
          people.filter((person) => person !== null),
        )),
    };
  },
  authorise: ({ project }, context, actor) => {
    const { card } = context;
    const refusal = withVisibleRow(context.task, actor, (task) => mayMoveTask(actor, task));
    if (refusal !== undefined) return refusal;
    if (card === undefined || card.project !== project) return notFound();
    const closed = needsProject(actor, context.joinsTarget);
    if (closed !== undefined) return closed;
    // An archived task may return to the archived card that it came from.
    if (!card.status && context.task.row?.status !== false)
      return refuse('parent_gone', /*i18n*/ 'This card has been archived');
    return context.assigneesFit
      ? undefined
      : refuse('invalid', /*i18n*/ 'The assignee is not a team member of that project');
  },
  effects: ({ id, project, card, rank }) => [
    change(tasks, id, (row) => ({
      ...row,
      scope: projectScope(project),
      project,
      card,
      rank,
      // Labels belong to a project.
      label: row.project === project ? row.label : null,
    })),
  ],
  rest: {
    method: 'PATCH',
    path: 'task/update-destroy/:id/',
    bodyFields: ['project_card', 'order', 'rank'],
    toBody: ({ card, rank }) => ({ project_card: card, rank }),
    fromRest,
  },
  describe: () => message('Move a task'),
  merge: (_earlier, later) => later,
  success: message('Task moved'),
});

async function fromRest(
  { params, body }: RestInput,
  { reader, rankAt }: RestResolver,
): Promise<unknown> {
  const id = params['id'] ?? '';
  const task = await reader.get(tasks, id);
  const cardId = String(idField(body, 'project_card') ?? task?.card ?? '-');
  const card = await reader.get(cards, cardId);
  return {
    id,
    project: card?.project ?? '-',
    card: cardId,
    rank: body['rank'] ?? (await rankAt('tasks', cardId, orderField(body, 'order'), id)),
  };
}
