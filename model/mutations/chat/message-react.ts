import * as v from 'valibot';
import { messages, MOST_REACTIONS, reactionsOf } from '../../entities/message.ts';
import { mayRead } from '../../permissions/chat.ts';
import { notFound } from '../../permissions/project.ts';
import { refuse } from '../../shared/errors.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { flagField } from '../rest-fields.ts';
import { gatherMessage } from './message-edit.ts';

/** One emoji: pictographs with their joiners, skin tones and variants, or a flag. */
const emojiSchema = v.pipe(
  v.string(),
  v.maxLength(32, 'is not an emoji'),
  v.regex(
    /^(?:\p{RI}\p{RI}|(?:\p{Emoji}|\u200d|\ufe0f)*\p{Extended_Pictographic}(?:\p{Emoji}|\u200d|\ufe0f)*)$/u,
    'is not an emoji',
  ),
);

/** Adds or removes the actor's own reaction to a message. Every reader of the conversation may react. */
export const messageReact = defineMutation({
  name: 'message-react',
  schema: v.strictObject({ id: idSchema, emoji: emojiSchema, on: v.boolean() }),
  refs: ({ id }) => [{ table: 'messages', id }],
  parents: () => [],
  gather: ({ id }, read, actor) => gatherMessage(read, actor, id),
  authorise: ({ emoji, on }, { message, conversation }) => {
    if (message === undefined) return notFound();
    const refusal = mayRead(conversation);
    if (refusal !== undefined || !on) return refusal;
    if (message.deleted) return refuse('conflict', /*i18n*/ 'This message was deleted');
    const known = Object.keys(reactionsOf(message));
    return known.length >= MOST_REACTIONS && !known.includes(emoji)
      ? refuse('invalid', /*i18n*/ 'This message has too many reactions')
      : undefined;
  },
  effects: ({ id, emoji, on }, { actor }) => [
    change(messages, id, (row) => {
      const { [emoji]: before = [], ...others } = reactionsOf(row);
      const rest = before.filter((person) => person !== actor.orgUserId);
      const people = on && !row.deleted ? [...rest, actor.orgUserId] : rest;
      const isSame = people.length === before.length && on === before.includes(actor.orgUserId);
      if (isSame) return row;
      return {
        ...row,
        reactions: people.length === 0 ? others : { ...reactionsOf(row), [emoji]: people },
      };
    }),
  ],
  rest: {
    method: 'PATCH',
    path: 'message/update-destroy/:id/',
    bodyFields: ['emoji', 'on'],
    toBody: ({ emoji, on }) => ({ emoji, on }),
    fromRest: async ({ params, body }) => ({
      id: params['id'],
      emoji: body['emoji'],
      on: flagField(body, 'on'),
    }),
  },
  describe: ({ emoji, on }) =>
    on
      ? message('React with {emoji}', { emoji })
      : message('Remove the reaction {emoji}', { emoji }),
});
