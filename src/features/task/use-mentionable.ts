import { useMemo } from 'react';
import type { Mentionable } from '../../../model/shared/mentions.ts';
import { useMembers } from '../../data/members.ts';
import { usePeople } from '../../data/people.ts';

/** Whom one may mention in a project, and what everybody is called. */
export function useMentionable(project: string): {
  readonly people: readonly Mentionable[];
  readonly nameOf: (id: string) => string;
} {
  const members = useMembers(project);
  const everybody = usePeople();
  return useMemo(() => {
    const names = new Map(everybody?.map((person) => [person.id, person.display_name]));
    return {
      people: (members ?? []).map(({ person }) => ({ id: person.id, name: person.display_name })),
      nameOf: (id: string) => names.get(id) ?? 'Unknown person',
    };
  }, [members, everybody]);
}
