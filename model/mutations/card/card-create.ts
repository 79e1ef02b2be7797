import * as v from 'valibot';
import { cards } from '../../entities/card.ts';
import { projects } from '../../entities/project.ts';
import { projectScope } from '../../entities/scopes.ts';
import { mayCreateCard } from '../../permissions/card.ts';
import { needsProject, notFound } from '../../permissions/project.ts';
import { idSchema, uuidSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { rankSchema } from '../../shared/rank.ts';
import { nameSchema } from '../../shared/text.ts';
import { defineMutation, effect } from '../define-mutation.ts';
import { isMemberOf } from '../context/project-context.ts';
import { idField, orderField } from '../rest-fields.ts';

/** Add Card (board spec, 2, 5 and 7). */
export const cardCreate = defineMutation({
  name: 'card-create',
  schema: v.strictObject({ id: uuidSchema, project: idSchema, name: nameSchema, rank: rankSchema }),
  refs: ({ id }) => [{ table: 'cards', id }],
  parents: ({ project }) => [{ table: 'projects', id: project }],
  gather: async ({ project }, read, actor) => ({
    project: await read.get(projects, project),
    isMember: await isMemberOf(read, actor, project),
  }),
  authorise: (_args, { project, isMember }, actor) => {
    if (project === undefined) return notFound();
    return needsProject(actor, isMember) ?? mayCreateCard(actor);
  },
  effects: ({ id, project, name, rank }, { actor, at }) => [
    effect(cards, id, (row) => ({
      ...row,
      id,
      scope: projectScope(project),
      v: row?.v ?? 0,
      project,
      name,
      rank,
      status: true,
      created_by: actor.orgUserId,
      created_at: new Date(at).toISOString(),
    })),
  ],
  rest: {
    method: 'POST',
    path: 'project-card/create/',
    bodyFields: ['id', 'project', 'name', 'order', 'rank'],
    toBody: ({ id, project, name, rank }) => ({ id, project, name, rank }),
    fromRest: async ({ body }, resolve) => {
      const id = body['id'] ?? resolve.newId();
      const project = idField(body, 'project');
      // The specification's client sends "count plus one" for a new card: the place after the last
      // one.
      const rank =
        body['rank'] ??
        (await resolve.rankAt('cards', String(project), orderField(body, 'order'), String(id)));
      return { id, project, name: body['name'], rank };
    },
  },
  describe: ({ name }) => message('Add card "{name}"', { name }),
  ownText: ({ name }) => name,
});
