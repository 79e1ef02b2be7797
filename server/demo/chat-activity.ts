import { directScope, groupScope } from '../../model/entities/scopes.ts';
import type { DemoConversation } from './conversations.ts';
import type { FeaturedDeps } from './featured/featured-activity.ts';
import { type DemoEvent, HOUR_MS, timeOf } from './timeline.ts';

type ChatDeps = Pick<FeaturedDeps, 'newId' | 'now' | 'idOf' | 'withMentions'>;

export interface ChatActivity {
  /** Scope of the conversation. */
  readonly conversation: string;
  /** Organisation users. */
  readonly people: readonly string[];
  readonly events: readonly DemoEvent[];
}

/** A channel or a conversation of two people. Everybody reads what is there before they write. */
export function chatActivity(
  deps: ChatDeps,
  { channel, people, messages }: DemoConversation,
): ChatActivity {
  const { newId, now, idOf } = deps;
  const ids = people.map(idOf);
  const [first = '', second = ''] = ids;
  const group = newId();
  const conversation = channel === undefined ? directScope(first, second) : groupScope(group);
  const sent = messages.map(({ at }) => ({ id: newId(), at: timeOf(now, at) }));
  const start = (sent[0]?.at ?? now) - HOUR_MS;
  const events: DemoEvent[] =
    channel === undefined
      ? []
      : [
          {
            at: start,
            who: first,
            method: 'POST',
            path: 'groups/create/',
            body: { id: group, name: channel, organization_users: ids.slice(1) },
          },
        ];
  for (const [index, { who, text, file, answers }] of messages.entries()) {
    const author = idOf(who);
    const { id, at } = sent[index] ?? { id: newId(), at: now };
    if (index > 0) events.push(reading(conversation, author, { at, seen: index }));
    events.push({
      at,
      who: author,
      method: 'POST',
      path: 'message/create/',
      body: {
        id,
        conversation,
        message: deps.withMentions(text),
        reply_to: answers === undefined ? null : sent[answers]?.id,
      },
      ...(file !== undefined && { files: { attachment: file } }),
    });
  }
  return { conversation, people: ids, events };
}

/** Somebody reads a conversation up to a number; the server limits it to the newest message. */
export function reading(
  conversation: string,
  who: string,
  { at, seen }: { readonly at: number; readonly seen: number },
): DemoEvent {
  return {
    at,
    who,
    method: 'POST',
    path: 'message/seen/',
    body: { conversation, seen, delivered: seen },
  };
}
