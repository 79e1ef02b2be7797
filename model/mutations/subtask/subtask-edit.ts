import * as v from 'valibot';
import { subtasks } from '../../entities/subtask.ts';
import { mayChangeSubtask } from '../../permissions/subtask.ts';
import { calendarDateSchema, refuseReversedDates } from '../../shared/dates.ts';
import { idSchema } from '../../shared/ids.ts';
import { subtaskNameSchema } from '../../shared/text.ts';
import { called } from '../called.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { nullableField, plainField, presentFields } from '../rest-fields.ts';
import { gatherSubtask, subtaskRefs, withVisibleSubtask } from './subtask-context.ts';

/** Update Subtask: only the fields that were changed (WRITE-4: fields merge one by one). */
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
  effects: ({ id, ...fields }) => [
    change(subtasks, id, (row) => ({
      ...row,
      name: fields.name ?? row.name,
      start_date: fields.start_date === undefined ? row.start_date : fields.start_date,
      end_date: fields.end_date === undefined ? row.end_date : fields.end_date,
    })),
  ],
  rest: {
    method: 'PATCH',
    path: 'sub-task/update-destroy/:id/',
    fields: ['name', 'start_date', 'end_date'],
    toBody: ({ id: _id, ...fields }) => fields,
    fromRest: async ({ params, body }) => ({
      id: params['id'],
      ...presentFields(body, {
        name: plainField,
        start_date: nullableField,
        end_date: nullableField,
      }),
    }),
  },
  describe: ({ name }) => `Edit ${called('subtask', name)}`,
  ownText: ({ name }) => name ?? '',
  // Field by field: a field the later edit leaves open must not take the earlier one's away.
  merge: (earlier, later) => ({
    id: later.id,
    name: later.name ?? earlier.name,
    start_date: later.start_date === undefined ? earlier.start_date : later.start_date,
    end_date: later.end_date === undefined ? earlier.end_date : later.end_date,
  }),
});
