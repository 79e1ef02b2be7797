import * as v from 'valibot';
import { PERSONAL_SCOPE } from '../../entities/scopes.ts';
import { todos } from '../../entities/todo.ts';
import { pastInstant } from '../../shared/claimed-time.ts';
import { calendarDateSchema, instantSchema } from '../../shared/dates.ts';
import { uuidSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { rankSchema } from '../../shared/rank.ts';
import { nameSchema } from '../../shared/text.ts';
import { defineMutation, effect } from '../define-mutation.ts';
import { flagField, nullableField, plainField, presentFields } from '../rest-fields.ts';

/** Default rank of a todo from a plain client: any rank is legal, equal ones are sorted by id. */
const PLAIN_RANK = 'V';

/** A new todo; its name is required (board spec, 5). `made_at` is the device's claim, never later than now. */
export const todoCreate = defineMutation({
  name: 'todo-create',
  schema: v.strictObject({
    id: uuidSchema,
    name: nameSchema,
    rank: rankSchema,
    status: v.optional(v.boolean(), false),
    made_at: v.optional(instantSchema),
    due_date: v.optional(v.nullable(calendarDateSchema)),
    remind_at: v.optional(v.nullable(instantSchema)),
  }),
  refs: ({ id }) => [{ table: 'todos', id }],
  parents: () => [],
  gather: () => Promise.resolve(undefined),
  authorise: () => undefined,
  effects: ({ id, name, rank, status, made_at, due_date, remind_at }, { actor, at }) => {
    const now = new Date(at).toISOString();
    return [
      effect(todos, id, (row) => ({
        ...row,
        id,
        scope: PERSONAL_SCOPE,
        v: row?.v ?? 0,
        name,
        status,
        rank,
        made_at: pastInstant(made_at, at),
        due_date: due_date ?? null,
        remind_at: remind_at ?? null,
        created_by: actor.orgUserId,
        created_at: now,
      })),
    ];
  },
  rest: {
    method: 'POST',
    path: 'todo-task/create/',
    bodyFields: ['id', 'name', 'rank', 'status', 'made_at', 'due_date', 'remind_at', 'created_by'],
    toBody: (args) => args,
    fromRest: async ({ body }, { newId }) => ({
      id: body['id'] ?? newId(),
      name: body['name'],
      rank: body['rank'] ?? PLAIN_RANK,
      ...presentFields(body, {
        status: flagField,
        made_at: plainField,
        due_date: nullableField,
        remind_at: nullableField,
      }),
    }),
  },
  describe: ({ name }) => message('Add todo "{name}"', { name }),
  ownText: ({ name }) => name,
});
