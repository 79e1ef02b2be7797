import { tasks } from '../../entities/task.ts';
import { mayDeleteTask } from '../../permissions/task.ts';
import { message } from '../../shared/message.ts';
import { gatherProjectRow, withVisibleRow } from '../context/project-context.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { deletionCall, deletionSchema, withDeletion, withoutDeletion } from '../deletion.ts';

/**
 * Deletes a task, or takes a deletion back until the server erases it (decision 0083). A deleted task has the status
 * of an archived one, so that older builds do not show it on the board. `status` is the one after a restoration.
 */
export const taskDelete = defineMutation({
  name: 'task-delete',
  schema: deletionSchema,
  refs: ({ id }) => [{ table: 'tasks', id }],
  parents: () => [],
  gather: ({ id }, read, actor) => gatherProjectRow(read, actor, tasks, id),
  authorise: (_args, context, actor) =>
    withVisibleRow(context, actor, (task) => mayDeleteTask(actor, task)),
  effects: ({ id, deleted, status }, { at }) => [
    change(tasks, id, (row) => (deleted ? withDeletion(row, at) : withoutDeletion(row, status))),
  ],
  rest: deletionCall('task/delete/:id/'),
  describe: ({ deleted }) =>
    deleted ? message('Delete a task') : message('Restore a deleted task'),
  merge: (_earlier, later) => later,
  success: ({ deleted }) => (deleted ? message('Task deleted') : message('Task restored')),
});
