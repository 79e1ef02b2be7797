import type { Overwrite } from '../entities/overwrite.ts';
import { refuse, type Refusal } from '../shared/errors.ts';
import { type Actor, isAdministrative } from './actor.ts';

/**
 * The two people concerned dismiss the note about a replaced value, whatever their level; one about a workspace, which
 * only levels 1 to 3 change, while they have such a level.
 */
export function mayDismissOverwrite(
  actor: Actor,
  { project, lost_by, kept_by }: Pick<Overwrite, 'project' | 'lost_by' | 'kept_by'>,
): Refusal | undefined {
  const isConcerned = actor.orgUserId === lost_by || actor.orgUserId === kept_by;
  return isConcerned && (project !== '' || isAdministrative(actor))
    ? undefined
    : refuse('forbidden', /*i18n*/ 'Only the two people concerned can dismiss this');
}
