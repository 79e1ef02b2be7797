import * as v from 'valibot';
import { cards } from '../../entities/card.ts';
import { flags } from '../../entities/flag.ts';
import { labels } from '../../entities/label.ts';
import { projectScope } from '../../entities/scopes.ts';
import { tasks } from '../../entities/task.ts';
import { needsProject, notFound } from '../../permissions/project.ts';
import { mayCreateTask } from '../../permissions/task.ts';
import { calendarDateSchema, refuseReversedDates } from '../../shared/dates.ts';
import { refuse } from '../../shared/errors.ts';
import { distinctIdsSchema, idSchema, uuidSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { rankSchema } from '../../shared/rank.ts';
import { longTextSchema, taskNameSchema } from '../../shared/text.ts';
import { defineMutation, effect, type RestInput, type RestResolver } from '../define-mutation.ts';
import { asksSchema } from '../context/answer-context.ts';
import { fileParents, gatherFile, rejectForeignFile } from '../context/file-context.ts';
import { fromMember, fromMembers, toMember } from '../context/person-refs.ts';
import { areMembers, isMemberOf } from '../context/project-context.ts';
import { MEMBERS_ONLY } from './task-assign.ts';
import { fileField, idField, listField, nullableField, orderField } from '../rest-fields.ts';

/** Arguments of `task-create`. */
export const taskCreateSchema = v.strictObject({
  id: uuidSchema,
  project: idSchema,
  card: idSchema,
  rank: rankSchema,
  name: taskNameSchema,
  description: longTextSchema,
  flag: v.pipe(idSchema, v.description('Priority, required')),
  label: v.nullable(idSchema),
  start_date: v.nullable(calendarDateSchema),
  end_date: v.nullable(calendarDateSchema),
  assigned_to: v.nullable(idSchema),
  assigned_users: distinctIdsSchema(500),
  collaborators: distinctIdsSchema(500),
  document: v.optional(v.nullable(idSchema), null),
  asks: v.optional(asksSchema),
});
type Args = v.InferOutput<typeof taskCreateSchema>;

/**
 * Add Task and Add Task to Multi User (board spec, 5 and 7): name, priority and assignment are
 * required. One mutation for both; the two REST paths differ only in the field of the assignees.
 */
export const taskCreate = defineMutation({
  name: 'task-create',
  schema: taskCreateSchema,
  refs: ({ id }) => [{ table: 'tasks', id }],
  parents: ({ card, label, document }) => [
    { table: 'cards', id: card },
    ...(label === null ? [] : [{ table: 'labels', id: label }]),
    ...fileParents(document),
  ],
  gather: async (args, read, actor) => ({
    card: await read.get(cards, args.card),
    flag: await read.get(flags, args.flag),
    label: args.label === null ? null : await read.get(labels, args.label),
    file: await gatherFile(read, args.document),
    isMember: await isMemberOf(read, actor, args.project),
    assigned: await areMembers(read, args.project, peopleOf(args)),
  }),
  authorise: (args, { card, flag, label, file, isMember, assigned }, actor) => {
    if (card === undefined || card.project !== args.project) return notFound();
    const refusal = needsProject(actor, isMember) ?? mayCreateTask(actor);
    if (refusal !== undefined) return refusal;
    if (!card.status) return refuse('parent_gone', /*i18n*/ 'This card has been archived');
    if (flag === undefined) return refuse('invalid', /*i18n*/ 'Priority is required');
    if (args.assigned_to === null && args.assigned_users.length === 0) {
      return refuse('invalid', /*i18n*/ 'Assign to is required');
    }
    if (!assigned) return refuse('invalid', MEMBERS_ONLY);
    if (label !== null && label?.project !== args.project) {
      return refuse('invalid', /*i18n*/ 'This label does not exist');
    }
    const reversed = refuseReversedDates(args);
    if (reversed !== undefined) return reversed;
    return rejectForeignFile({
      id: args.document,
      file,
      actor,
      scope: card.scope,
      needs: 'image',
    });
  },
  effects: (args, { actor, at }) => [
    effect(tasks, args.id, (row) => ({
      ...row,
      ...args,
      asks: args.asks ?? [],
      scope: projectScope(args.project),
      v: row?.v ?? 0,
      status: true,
      created_by: actor.orgUserId,
      created_at: new Date(at).toISOString(),
      ticks: {},
      is_completed: false,
      is_completed_at: null,
      is_completed_employee: false,
      is_completed_emp_at: null,
      deleted_at: null,
    })),
  ],
  rest: {
    method: 'POST',
    path: 'task/create/',
    bodyFields: [
      'id',
      'name',
      'order',
      'rank',
      'description',
      'project_card',
      'flag',
      'start_date',
      'end_date',
      'label',
      'document',
      'created_by',
      'assigned_to',
      'assigned_users',
      'status',
      'collaborators',
      'asks',
    ],
    fileFields: ['document'],
    toBody: ({ project, card, assigned_to, assigned_users, collaborators, ...rest }) => ({
      ...rest,
      project_card: card,
      status: true,
      assigned_to: toMember(project, assigned_to),
      assigned_users: assigned_users.map((person) => toMember(project, person)),
      collaborators: collaborators.map((person) => toMember(project, person)),
    }),
    fromRest,
  },
  describe: ({ name }) => message('Add task "{name}"', { name }),
  ownText: ({ name, description }) =>
    [name, description].filter((text) => text !== '').join('\n\n'),
});

async function fromRest({ body }: RestInput, resolve: RestResolver): Promise<unknown> {
  const id = body['id'] ?? resolve.newId();
  const cardId = String(idField(body, 'project_card') ?? '');
  const card = await resolve.reader.get(cards, cardId);
  // Without the card the rule refuses, so the project's name does not matter.
  const project = card?.project ?? '-';
  return {
    id,
    project,
    card: cardId,
    rank:
      body['rank'] ??
      (await resolve.rankAt('tasks', cardId, orderField(body, 'order'), String(id))),
    name: body['name'],
    description: body['description'] ?? '',
    flag: idField(body, 'flag') ?? '',
    label: nullableField(body, 'label'),
    start_date: nullableField(body, 'start_date'),
    end_date: nullableField(body, 'end_date'),
    assigned_to: fromMember(project, nullableField(body, 'assigned_to')),
    assigned_users: fromMembers(project, listField(body, 'assigned_users')),
    collaborators: fromMembers(project, listField(body, 'collaborators')),
    document: fileField(body, 'document'),
    ...('asks' in body && { asks: listField(body, 'asks') }),
  };
}

function peopleOf(args: Args): readonly string[] {
  const single = args.assigned_to === null ? [] : [args.assigned_to];
  return [...single, ...args.assigned_users, ...args.collaborators];
}
