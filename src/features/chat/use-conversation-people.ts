import { useMemo } from 'react';
import type { Message } from '../../../model/entities/message.ts';
import type { Mentionable } from '../../../model/shared/mentions.ts';
import { type MessageReaders, readersOf } from '../../../model/shared/message-readers.ts';
import { nameIn, nameOfPerson } from '../../data/person-name.ts';
import { type ChatPlace, useGroupMembers, useReaderMarks } from '../../data/chat.ts';
import { useAccount } from '../../data/client.tsx';
import { usePeople } from '../../data/people.ts';

/** Members of a conversation and the read position of each. */
export interface ConversationPeople {
  /** False while the members and their names are read. */
  readonly isRead: boolean;
  readonly me: string;
  /** Ids of the members without the viewer. */
  readonly others: readonly string[];
  readonly mentionable: readonly Mentionable[];
  readonly nameOf: (orgUserId: string) => string;
  readonly imageOf: (orgUserId: string) => string | null;
  readonly readersOf: (message: Message) => MessageReaders;
  /**
   * `back` is the oldest message before `since` that the person has read; undefined for somebody who was a
   * member from the start.
   */
  readonly joined: { readonly since: number; readonly back: number } | undefined;
}

export function useConversationPeople(place: ChatPlace): ConversationPeople {
  const me = useAccount()?.orgUserId ?? '';
  const everybody = usePeople();
  const members = useGroupMembers(place.kind === 'group' ? place.group.id : '');
  const marks = useReaderMarks(place.id);
  const direct = place.kind === 'direct' ? place.person.id : undefined;
  return useMemo(() => {
    const known = everybody && new Map(everybody.map((person) => [person.id, person]));
    const readers =
      direct === undefined ? (members ?? []) : [{ organization_user: direct, since: 0 }];
    const others = readers.map((one) => one.organization_user).filter((id) => id !== me);
    const own = readers.find((one) => one.organization_user === me);
    const markOf = new Map((marks ?? []).map((mark) => [mark.organization_user, mark]));
    const nameOf = (id: string) =>
      known?.has(id) === false ? nameOfPerson(null) : nameIn(known, id);
    return {
      isRead: known !== undefined && (direct !== undefined || members !== undefined),
      me,
      others,
      mentionable: others.flatMap((id) => {
        const person = known?.get(id);
        return person?.active === true ? [{ id, name: person.display_name }] : [];
      }),
      nameOf,
      imageOf: (id) => known?.get(id)?.profile_image ?? null,
      readersOf: (message) => readersOf(message, readers, (id) => markOf.get(id)),
      joined:
        own === undefined || own.since === 0
          ? undefined
          : { since: own.since, back: markOf.get(me)?.back ?? 0 },
    };
  }, [me, everybody, members, marks, direct]);
}
