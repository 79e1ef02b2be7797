import * as v from 'valibot';
import { subtasks } from '../../entities/subtask.ts';
import { mayChangeSubtask } from '../../permissions/subtask.ts';
import { calendarDateSchema, refuseReversedDates } from '../../shared/dates.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { subtaskNameSchema } from '../../shared/text.ts';
import { called } from '../called.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { editRoute, given, mergeEdits } from '../edit.ts';
import { nullableField, plainField } from '../rest-fields.ts';
import { gatherSubtask, subtaskRefs, withVisibleSubtask } from './subtask-context.ts';

/** Update Subtask: only the changed fields (WRITE-4: fields merge one by one). */
export const subtaskEdit = defineMutation({
  name: 'subtask-edit',
  schema: v.strictObject({
    id: idSchema,
    name: v.optional(subtaskNameSchema),
    start_date: v.optional(v.nullable(calendarDateSchema)),
    end_date: v.optional(v.nullable(calendarDateSchema)),
  }),
  refs: subtaskRefs,
  parents: () => [],
  gather: ({ id }, read, actor) => gatherSubtask(read, actor, id),
  authorise: (args, context, actor) =>
    withVisibleSubtask(
      context,
      actor,
      (task, subtask) =>
        mayChangeSubtask(actor, task, subtask) ?? refuseReversedDates(args, subtask),
    ),
  effects: ({ id, ...fields }) => [change(subtasks, id, (row) => ({ ...row, ...given(fields) }))],
  rest: editRoute('sub-task/update-destroy/:id/', {
    name: plainField,
    start_date: nullableField,
    end_date: nullableField,
  }),
  describe: ({ name }) => called(name, message('Edit subtask "{name}"'), message('Edit a subtask')),
  ownText: ({ name }) => name ?? '',
  merge: mergeEdits,
});
