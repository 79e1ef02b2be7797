import type { Overwrite } from '../entities/overwrite.ts';
import { refuse, type Refusal } from '../shared/errors.ts';
import type { Actor } from './actor.ts';

/** The two people concerned dismiss the note about a replaced value, whatever their level. */
export function mayDismissOverwrite(
  actor: Actor,
  { lost_by, kept_by }: Pick<Overwrite, 'lost_by' | 'kept_by'>,
): Refusal | undefined {
  return actor.orgUserId === lost_by || actor.orgUserId === kept_by
    ? undefined
    : refuse('forbidden', /*i18n*/ 'Only the two people concerned can dismiss this');
}
