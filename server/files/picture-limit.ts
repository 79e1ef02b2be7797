import { ORGANIZATION_SCOPE } from '../../model/entities/scopes.ts';
import { CairnError, refuse } from '../../model/shared/errors.ts';
import { numberOf, type Sql } from '../store/sql.ts';

/**
 * Pictures of one person that are in use or were added in the last two weeks; the sweep deletes others
 * (server/files/sweep.ts). A picture in use stays.
 */
const MOST_PICTURES = 20;

interface AddedFile {
  readonly orgId: string;
  /** The organisation user who adds it. */
  readonly uploadedBy: string;
  readonly id: string;
  readonly scope: string;
}

/**
 * Limits the files of one person that the whole organisation receives; files of other scopes are not limited. Every
 * person may add their own picture, also without any other right to write. Runs in the write transaction that adds the
 * file; throws `conflict`.
 */
export async function requireFewPictures(
  sql: () => Promise<Sql>,
  { orgId, uploadedBy, id, scope }: AddedFile,
): Promise<void> {
  if (scope !== ORGANIZATION_SCOPE) return;
  const [row] = await (
    await sql()
  ).all(
    'select count(*) as n from files where org_id = ? and scope = ? and uploaded_by = ? and id <> ?',
    [orgId, scope, uploadedBy, id],
  );
  if (row === undefined || numberOf(row, 'n') < MOST_PICTURES) return;
  throw new CairnError(
    refuse(
      'conflict',
      /*i18n*/ 'You have added as many pictures as one person may. Use fewer of them: one that is not shown any more counts for two weeks.',
    ),
  );
}
