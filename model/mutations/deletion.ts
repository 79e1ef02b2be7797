import * as v from 'valibot';
import { isoSeconds } from '../shared/dates.ts';
import { isDeleted } from '../shared/erasure.ts';
import { idSchema } from '../shared/ids.ts';
import type { RestRoute } from './define-mutation.ts';
import { flagField } from './rest-fields.ts';

/** A row that is archived by its status and deleted by a time (decisions 0083 and 0091). */
interface Deletable {
  readonly status: boolean;
  readonly deleted_at: string | null;
}

/** The row with the status of an archived one; a second deletion does not extend the time until the erasure. */
export function withDeletion<Row extends Deletable>(row: Row, at: number): Row {
  return { ...row, status: false, deleted_at: isDeleted(row) ? row.deleted_at : isoSeconds(at) };
}

/** The row with the status that it gets by a restoration; unchanged when it is not deleted. */
export function withoutDeletion<Row extends Deletable>(row: Row, status: boolean): Row {
  return isDeleted(row) ? { ...row, status, deleted_at: null } : row;
}

/** Archived or not. An older build shows a deleted row among the archived ones: unarchiving restores it. */
export function withStatus<Row extends Deletable>(row: Row, status: boolean): Row {
  return { ...row, status, deleted_at: status || !isDeleted(row) ? null : row.deleted_at };
}

/** Arguments of a deletion or, with `deleted` false, of a restoration to this status. */
export const deletionSchema = v.strictObject({
  id: idSchema,
  deleted: v.boolean(),
  status: v.boolean(),
});
type Deletion = v.InferOutput<typeof deletionSchema>;

/** Its call: `PATCH` of a path with `:id`. A call without `status` restores to an active row. */
export function deletionCall(path: string): RestRoute<Deletion> {
  return {
    method: 'PATCH',
    path,
    bodyFields: ['deleted', 'status'],
    toBody: ({ deleted, status }) => ({ deleted, status }),
    fromRest: async ({ params, body }) => ({
      id: params['id'],
      deleted: flagField(body, 'deleted'),
      status: 'status' in body ? flagField(body, 'status') : true,
    }),
  };
}
