import { refuse, type Refusal } from '../shared/errors.ts';
import { type Actor, firstRefusal, isAdministrative } from './actor.ts';
import { notFound } from './project.ts';

/** Data of a conversation and the actor that a rule needs. */
export interface ConversationContext {
  /** One of the two people, or a member of the group. */
  readonly isParticipant: boolean;
  /** False when the other person has left the organisation and nobody can read the conversation. */
  readonly hasReader: boolean;
}

/** Refuses other people's conversations and missing ones with the same error. */
export function mayRead({ isParticipant }: ConversationContext): Refusal | undefined {
  return isParticipant ? undefined : notFound();
}

export function mayWrite(context: ConversationContext): Refusal | undefined {
  return firstRefusal(
    mayRead(context),
    context.hasReader
      ? undefined
      : refuse('forbidden', /*i18n*/ 'This person is no longer in the organisation'),
  );
}

/** Only the author edits or deletes a message. */
export function mayChangeMessage(
  actor: Actor,
  message: { readonly author: string },
  context: ConversationContext,
): Refusal | undefined {
  return firstRefusal(
    mayRead(context),
    message.author === actor.orgUserId
      ? undefined
      : refuse('forbidden', /*i18n*/ 'Only the author can change a message'),
  );
}

/**
 * Members add people and rename the group; only its creator and members of Levels 1 to 3 remove
 * others.
 */
export function mayChangeGroup(
  actor: Actor,
  group: { readonly created_by: string },
  { isMember, removesOthers }: { readonly isMember: boolean; readonly removesOthers: boolean },
): Refusal | undefined {
  if (!isMember) return notFound();
  if (!removesOthers || group.created_by === actor.orgUserId || isAdministrative(actor)) {
    return undefined;
  }
  return refuse(
    'forbidden',
    /*i18n*/ 'Only who made the channel and Levels 1 to 3 can remove others',
  );
}
