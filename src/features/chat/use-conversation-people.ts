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
  /** Of those of the others for whom the message with this number was written, how many have it, and have seen it. */
  readonly readersOf: (seq: number) => MessageReaders;
}

/** Who came later than a message is not waited for, and is not among them. */
export interface MessageReaders {
  readonly all: number;
  readonly delivered: number;
  readonly seen: number;
}

export function useConversationPeople(place: ChatPlace): ConversationPeople {
  const me = useAccount()?.orgUserId ?? '';
  const everybody = usePeople();
  const members = useGroupMembers(place.kind === 'group' ? place.group.id : '');
  const marks = useReaderMarks(place.id);
  const direct = place.kind === 'direct' ? place.person.id : undefined;
  return useMemo(() => {
    const known = new Map(everybody?.map((person) => [person.id, person]));
    const inGroup = (members ?? []).map(({ organization_user: id, since }) => ({ id, since }));
    const readers = (direct === undefined ? inGroup : [{ id: direct, since: 0 }]).filter(
      ({ id }) => id !== me,
    );
    const others = readers.map(({ id }) => id);
    const markOf = new Map((marks ?? []).map((mark) => [mark.organization_user, mark]));
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
      readersOf: (seq) => {
        const there = readers.filter(({ since }) => since < seq);
        const reached = (of: 'seen' | 'delivered') =>
          there.filter(({ id }) => (markOf.get(id)?.[of] ?? 0) >= seq).length;
        return { all: there.length, delivered: reached('delivered'), seen: reached('seen') };
      },
    };
  }, [me, everybody, members, marks, direct]);
}
