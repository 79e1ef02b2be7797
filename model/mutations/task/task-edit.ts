import * as v from 'valibot';
import { tasks } from '../../entities/task.ts';
import { mayEditTask } from '../../permissions/task.ts';
import { calendarDateSchema, refuseReversedDates } from '../../shared/dates.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { longTextSchema, taskNameSchema } from '../../shared/text.ts';
import { called } from '../called.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { editRoute, given, mergeEdits } from '../edit.ts';
import { gatherProjectRow, withVisibleRow } from '../context/project-context.ts';
import { asksSchema } from '../context/answer-context.ts';
import { listField, nullableField, plainField } from '../rest-fields.ts';

/**
 * Update Task: only the changed fields (WRITE-4: fields merge one by one). `description` is a long
 * text: `description_base` is the text that the edit started from.
 */
export const taskEdit = defineMutation({
  name: 'task-edit',
  schema: v.strictObject({
    id: idSchema,
    name: v.optional(taskNameSchema),
    description: v.optional(longTextSchema),
    description_base: v.optional(longTextSchema),
    start_date: v.optional(v.nullable(calendarDateSchema)),
    end_date: v.optional(v.nullable(calendarDateSchema)),
    asks: v.optional(asksSchema),
  }),
  refs: ({ id }) => [{ table: 'tasks', id }],
  parents: () => [],
  gather: ({ id }, read, actor) => gatherProjectRow(read, actor, tasks, id),
  authorise: (args, context, actor) =>
    withVisibleRow(
      context,
      actor,
      (task) => mayEditTask(actor, task) ?? refuseReversedDates(args, task),
    ),
  effects: ({ id, description_base: _base, ...fields }) => [
    change(tasks, id, (row) => ({ ...row, ...given(fields) })),
  ],
  rest: {
    ...editRoute('task/update-destroy/:id/', {
      name: plainField,
      description: plainField,
      start_date: nullableField,
      end_date: nullableField,
      asks: listField,
    }),
    toBody: ({ id: _id, description_base: _base, ...fields }) => fields,
  },
  describe: ({ name }) => called(name, message('Edit task "{name}"'), message('Edit a task')),
  ownText: ({ name, description }) =>
    [name, description].filter((text) => text !== undefined).join('\n\n'),
  text: ({ id, description, description_base }) =>
    description === undefined
      ? undefined
      : {
          table: 'tasks',
          id,
          field: 'description',
          base: description_base ?? '',
          text: description,
        },
  withText: (args, text, base) => ({ ...args, description: text, description_base: base }),
  withoutText: ({ description: _text, description_base: _base, ...others }) => others,
  merge: (earlier, later) => ({
    ...mergeEdits(earlier, later),
    description_base: earlier.description_base ?? later.description_base,
  }),
});
