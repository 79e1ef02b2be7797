import * as v from 'valibot';
import { taskMutes } from '../../entities/task-mute.ts';
import { tasks } from '../../entities/task.ts';
import { idSchema, memberId } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { defineMutation } from '../define-mutation.ts';
import { gatherProjectRow, withVisibleRow } from '../context/project-context.ts';
import { muteEffect } from '../mute-effect.ts';
import { flagField, idField } from '../rest-fields.ts';

/**
 * Mutes or unmutes a task's notifications; mentions still arrive. Every reader of the task may do it
 * for themselves, and may unmute a task that they have lost.
 */
export const taskMute = defineMutation({
  name: 'task-mute',
  schema: v.strictObject({ task: idSchema, reader: idSchema, muted: v.boolean() }),
  refs: ({ task, reader }) => [{ table: 'task_mutes', id: memberId(task, reader) }],
  parents: ({ task }) => [{ table: 'tasks', id: task }],
  gather: ({ task }, read, actor) => gatherProjectRow(read, actor, tasks, task),
  authorise: ({ muted }, context, actor) =>
    muted ? withVisibleRow(context, actor, () => undefined) : undefined,
  effects: ({ task, reader, muted }, { at }) => [
    muteEffect(taskMutes, { subject: task, reader, muted, at }, (row) => ({ ...row, task })),
  ],
  rest: {
    method: 'POST',
    path: 'task/mute/',
    bodyFields: ['task', 'muted'],
    toBody: ({ task, muted }) => ({ task, muted }),
    fromRest: async ({ body }, { actor }) => ({
      task: idField(body, 'task'),
      reader: actor.orgUserId,
      muted: flagField(body, 'muted'),
    }),
  },
  describe: ({ muted }) => (muted ? message('Mute a task') : message('Unmute a task')),
  merge: (_earlier, later) => later,
  success: (_args, name) => message('Only mentions from {name} now', { name }),
});
