import type { Comment } from '../entities/comment.ts';
import { refuse, type Refusal } from '../shared/errors.ts';
import { type Actor, firstRefusal, needsPatch, needsPost } from './actor.ts';

/** Only team members comment, whatever their level (board spec, 5). */
export function mayComment(actor: Actor, isMember: boolean): Refusal | undefined {
  return firstRefusal(
    needsPost(actor, /*i18n*/ "You don't have access to send a message"),
    isMember ? undefined : refuse('forbidden', /*i18n*/ 'Team Members only comment the tasks'),
  );
}

/** Only the author edits or deletes a comment, and not one that is deleted already. */
export function mayChangeComment(
  actor: Actor,
  comment: Pick<Comment, 'author'>,
): Refusal | undefined {
  return firstRefusal(
    needsPatch(actor),
    comment.author === actor.orgUserId
      ? undefined
      : refuse('forbidden', /*i18n*/ 'Only the author can change a comment'),
  );
}
