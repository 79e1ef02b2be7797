import { presentFields } from './fields.ts';
import { edgeId } from './edge-id.ts';
import type { GroupMember } from '../../model/entities/group-member.ts';
import { type Group, groups } from '../../model/entities/group.ts';
import type { MessageMark } from '../../model/entities/message-mark.ts';
import { type Message, messages } from '../../model/entities/message.ts';
import type { OrgUser } from '../../model/entities/org-user.ts';
import { peopleOfDirect } from '../../model/entities/scopes.ts';
import { readersOf } from '../../model/shared/message-readers.ts';

/** Members of a conversation and their read positions. */
export interface ConversationContext {
  readonly people: ReadonlyMap<string, OrgUser>;
  readonly marks: readonly MessageMark[];
  /** The members, with the number of the newest message when they joined. */
  readonly members: readonly Pick<GroupMember, 'organization_user' | 'since'>[];
}

/** A message (sessions spec, 3 "Chat message"); `date` and `time` are UTC. In a group `to_who` is empty. */
export function presentMessage(message: Message, context: ConversationContext) {
  const [low, high] = peopleOfDirect(message.scope) ?? [];
  const other = low === message.author ? high : low;
  return {
    id: message.id,
    ...presentFields(messages, message),
    number: message.seq,
    message: message.text,
    date: message.created_at.slice(0, 10),
    time: message.created_at.slice(11, 19),
    from_who: chatPerson(context.people.get(message.author)),
    to_who: other === undefined ? null : chatPerson(context.people.get(other)),
    has_been_seen: isSeen(message, context),
  };
}

/** True when every addressee has read it, or, where there was none, a later member. */
function isSeen(message: Message, { marks, members }: ConversationContext): boolean {
  const { seen, reached, missing } = readersOf(message, members, (person) =>
    marks.find((mark) => mark.organization_user === person),
  );
  return seen.length > 0 && reached.length + missing.length === 0;
}

/** A group (sessions spec, 3 "Group"): its number is its id for plain clients. */
export function presentGroup(
  group: Group,
  members: readonly GroupMember[],
  people: ReadonlyMap<string, OrgUser>,
) {
  return {
    id: group.number,
    ...presentFields(groups, group),
    name: group.name,
    members: members.map(({ organization_user }) => chatPerson(people.get(organization_user))),
  };
}

/** In chat a person is their user, as `from_who`, `to_who` and `members` show it. */
function chatPerson(person: OrgUser | undefined) {
  if (person === undefined) return { id: null, email: '', display_name: '' };
  return { id: edgeId(person.user), email: person.email, display_name: person.display_name };
}
