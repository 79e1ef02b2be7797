import * as v from 'valibot';
import { savedViews } from '../../entities/saved-view.ts';
import { notFound } from '../../permissions/project.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { called } from '../called.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { editRoute, given, mergeEdits } from '../edit.ts';
import { listField, plainField } from '../rest-fields.ts';
import { VIEW_FIELDS } from './view-fields.ts';

/** Renames one's own view of the task overview, or replaces what it shows. */
export const savedViewEdit = defineMutation({
  name: 'saved-view-edit',
  schema: v.strictObject({
    id: idSchema,
    name: v.optional(VIEW_FIELDS.name),
    search: v.optional(VIEW_FIELDS.search),
    hidden: v.optional(VIEW_FIELDS.hidden),
  }),
  refs: ({ id }) => [{ table: 'saved_views', id }],
  parents: () => [],
  gather: ({ id }, read) => read.get(savedViews, id),
  authorise: (_args, view) => (view === undefined ? notFound() : undefined),
  effects: ({ id, ...fields }) => [change(savedViews, id, (row) => ({ ...row, ...given(fields) }))],
  rest: editRoute('saved-view/update-destroy/:id/', {
    name: plainField,
    search: plainField,
    hidden: listField,
  }),
  describe: ({ name }) => called(name, message('Save view "{name}"'), message('Change a view')),
  ownText: ({ name }) => name ?? '',
  merge: mergeEdits,
});
