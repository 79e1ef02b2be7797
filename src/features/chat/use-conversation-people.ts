import { useMemo } from 'react';
import type { Mentionable } from '../../../model/shared/mentions.ts';
import { nameOfPerson } from '../../../model/shared/person-name.ts';
import { type ChatPlace, useGroupMembers, useReaderMarks } from '../../data/chat.ts';
import { useAccount } from '../../data/client.tsx';
import { usePeople } from '../../data/people.ts';

/** Who is in a conversation, and how far each has come. */
export interface ConversationPeople {
  readonly me: string;
  /** Organisation users besides oneself. */
  readonly others: readonly string[];
  readonly mentionable: readonly Mentionable[];
  readonly nameOf: (orgUserId: string) => string;
  readonly imageOf: (orgUserId: string) => string | null;
  /** How many of the others have seen, and have, the message with this number. */
  readonly seenBy: (seq: number) => number;
  readonly deliveredTo: (seq: number) => number;
}

export function useConversationPeople(place: ChatPlace): ConversationPeople {
  const me = useAccount()?.orgUserId ?? '';
  const everybody = usePeople();
  const members = useGroupMembers(place.kind === 'group' ? place.group.id : '');
  const marks = useReaderMarks(place.id);
  const direct = place.kind === 'direct' ? place.person.id : undefined;
  return useMemo(() => {
    const known = new Map(everybody?.map((person) => [person.id, person]));
    const inGroup = (members ?? []).map((member) => member.organization_user);
    const others = (direct === undefined ? inGroup : [direct]).filter((id) => id !== me);
    const readers = (marks ?? []).filter((mark) => others.includes(mark.organization_user));
    const nameOf = (id: string) => nameOfPerson(known.get(id));
    return {
      me,
      others,
      mentionable: others.flatMap((id) => {
        const person = known.get(id);
        return person?.active === true ? [{ id, name: person.display_name }] : [];
      }),
      nameOf,
      imageOf: (id) => known.get(id)?.profile_image ?? null,
      seenBy: (seq) => readers.filter((mark) => mark.seen >= seq).length,
      deliveredTo: (seq) => readers.filter((mark) => mark.delivered >= seq).length,
    };
  }, [me, everybody, members, marks, direct]);
}
