import * as v from 'valibot';
import { snoozes } from '../../entities/snooze.ts';
import { PERSONAL_SCOPE } from '../../entities/scopes.ts';
import { tasks } from '../../entities/task.ts';
import { instantSchema } from '../../shared/dates.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { gatherProjectRow, withVisibleRow } from '../context/project-context.ts';
import { called } from '../called.ts';
import { defineMutation, effect } from '../define-mutation.ts';
import { nullableField } from '../rest-fields.ts';

/**
 * Puts a task off in the actor's own Today until an instant; null ends it. Only a readable task can be
 * put off; the end is always allowed, also of a task that the person has lost.
 */
export const snoozeSet = defineMutation({
  name: 'snooze-set',
  schema: v.strictObject({ task: idSchema, until: v.nullable(instantSchema) }),
  refs: ({ task }) => [{ table: 'snoozes', id: task }],
  parents: ({ task }) => [{ table: 'tasks', id: task }],
  gather: ({ task }, read, actor) => gatherProjectRow(read, actor, tasks, task),
  authorise: ({ until }, context, actor) =>
    until === null ? undefined : withVisibleRow(context, actor, () => undefined),
  effects: ({ task, until }) => [
    effect(snoozes, task, (row) =>
      until === null
        ? undefined
        : { ...row, id: task, scope: PERSONAL_SCOPE, v: row?.v ?? 0, task, until },
    ),
  ],
  rest: {
    method: 'PATCH',
    path: 'task/snooze/:id/',
    bodyFields: ['until'],
    toBody: ({ until }) => ({ until }),
    fromRest: async ({ params, body }) => ({
      task: params['id'],
      until: nullableField(body, 'until'),
    }),
  },
  describe: ({ task, until }, nameOf) => {
    const name = nameOf('tasks', task);
    return until === null
      ? called(name, message('Show "{name}" in Today again'), message('Show a task in Today again'))
      : called(name, message('Snooze "{name}"'), message('Snooze a task'));
  },
  named: ({ task }) => [{ table: 'tasks', id: task }],
  merge: (_earlier, later) => later,
});
