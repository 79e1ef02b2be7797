import { useState } from 'react';
import type { GroupMember } from '../../model/entities/group-member.ts';
import type { Group } from '../../model/entities/group.ts';
import type { MessageMark } from '../../model/entities/message-mark.ts';
import type { Message } from '../../model/entities/message.ts';
import type { OrgUser } from '../../model/entities/org-user.ts';
import { directScope, groupScope, orgStream } from '../../model/entities/scopes.ts';
import {
  findGroup,
  findGroupByNumber,
  findMessage,
  type LastMessages,
  lastMessages,
  type MessageContext,
  messageContext,
  listGroupMembers,
  listPeople,
  marksOfConversation,
  messagesBetween,
  newestMessages,
  rejectedMessages,
  searchMessages,
} from '../../sync/client/index.ts';
import { useAccount, useLive } from './client.tsx';
import { shownPerson } from './person-name.ts';
import { useDrafts } from './stored-drafts.ts';

export type { LastMessages, MessageContext };

/** Conversation that a screen opens. */
export type ChatPlace =
  | { readonly kind: 'direct'; readonly id: string; readonly person: OrgUser }
  | { readonly kind: 'group'; readonly id: string; readonly group: Group };

/** Direct conversation with a person, by user id (sessions spec, 2); null when there is no such person. */
export function useDirectPlace(userId: string): ChatPlace | null | undefined {
  const me = useAccount()?.orgUserId ?? '';
  return useLive(
    async (db) => {
      const person = (await listPeople(db)).find((one) => one.user === userId);
      if (person === undefined || person.id === me) return null;
      return { kind: 'direct', id: directScope(me, person.id), person: shownPerson(person) };
    },
    [userId, me],
  );
}

/** Channel by number, or by id until the server has assigned a number; null when the person is no member. */
export function useGroupPlace(named: string): ChatPlace | null | undefined {
  const me = useAccount()?.orgUserId ?? '';
  return useLive(
    async (db) => {
      const group = /^[0-9]+$/.test(named)
        ? await findGroupByNumber(db, Number(named))
        : await findGroup(db, named);
      if (group === undefined) return null;
      const members = await listGroupMembers(db, group.id);
      const isMember = members.some((member) => member.organization_user === me);
      return isMember ? { kind: 'group', id: groupScope(group.id), group } : null;
    },
    [named, me],
  );
}

/** Newest message of each conversation that is on this device, by conversation. */
export function useNewestMessages(): ReadonlyMap<string, Message> | undefined {
  return useLive(newestMessages, []);
}

export function useGroupMembers(groupId: string): readonly GroupMember[] | undefined {
  return useLive((db) => listGroupMembers(db, groupId), [groupId]);
}

/** Loaded ranges of a conversation on this device. */
export function useMessageContext(conversation: string): MessageContext | undefined {
  const orgId = useAccount()?.orgId ?? '';
  return useLive((db) => messageContext(db, orgStream(orgId), conversation), [orgId, conversation]);
}

/** Message context together with the newest messages, read in one transaction. */
export function useLastMessages(conversation: string): LastMessages | undefined {
  const orgId = useAccount()?.orgId ?? '';
  return useLive(
    (db) => lastMessages(db, orgStream(orgId), { conversation, most: AT_END }),
    [orgId, conversation],
  );
}

/** More messages than fit on a screen. */
const AT_END = 60;

/** Messages by number, both ends included. The previous result remains until the new one is read. */
export function useMessagesBetween(
  conversation: string,
  { from, to }: { readonly from: number; readonly to: number },
): ReadonlyMap<number, Message> {
  const [known, setKnown] = useState<KnownMessages>({ found: undefined, messages: new Map() });
  const found = useLive(
    (db) => messagesBetween(db, conversation, { from, to }),
    [conversation, from, to],
  );
  if (found === undefined || found === known.found) return known.messages;
  const messages = new Map(found.map((message) => [message.seq, message]));
  setKnown({ found, messages });
  return messages;
}

interface KnownMessages {
  readonly found: readonly Message[] | undefined;
  readonly messages: ReadonlyMap<number, Message>;
}

/** Read positions of all members of a conversation. */
export function useReaderMarks(conversation: string): readonly MessageMark[] | undefined {
  return useLive((db) => marksOfConversation(db, conversation), [conversation]);
}

/** Outbox ids of rejected messages of the conversation. */
export function useRejectedMessages(conversation: string): readonly string[] | undefined {
  return useLive((db) => rejectedMessages(db, conversation), [conversation]);
}

/** Message on this device; null when it is not here. */
export function useMessage(id: string | null): Message | null | undefined {
  return useLive(async (db) => (id === null ? null : ((await findMessage(db, id)) ?? null)), [id]);
}

/** Name of the draft of an edited message. */
export function editDraftOf(messageId: string): string {
  return `${EDIT}${messageId}`;
}

const EDIT = 'chat-edit:';

/** The newest message of a conversation with a half-typed edit; null without one, undefined while it is read. */
export function useHalfEdited(conversation: string): Message | null | undefined {
  const drafts = useDrafts();
  return useLive(
    async (db) => {
      const forms = (drafts?.all() ?? []).filter(({ id }) => id.startsWith(EDIT));
      const ids = forms.map(({ id }) => id.slice(EDIT.length));
      const found = await Promise.all(ids.map(async (id) => await findMessage(db, id)));
      const here = found.filter((message) => message?.scope === conversation && !message.deleted);
      return here.toSorted((left, right) => (right?.seq ?? 0) - (left?.seq ?? 0))[0] ?? null;
    },
    [conversation, drafts],
  );
}

/** Number of a message of a conversation; null when the message is not here, undefined while it is read. */
export function useMessageNumber(
  conversation: string,
  id: string | undefined,
): number | null | undefined {
  const found = useLive(
    async (db) => {
      const message = id === undefined ? undefined : await findMessage(db, id);
      return { id, seq: message?.scope === conversation ? message.seq : null };
    },
    [conversation, id],
  );
  return found?.id === id ? found?.seq : undefined;
}

/** Matches in a conversation, newest first; empty without search words. */
export function useMessageSearch(
  conversation: string,
  text: string,
): readonly Message[] | undefined {
  return useLive((db) => searchMessages(db, conversation, text), [conversation, text]);
}
