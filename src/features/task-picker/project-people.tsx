import { nameOfPerson } from '../../data/person-name.ts';
import { useActor } from '../../data/client.tsx';
import { useMembers } from '../../data/members.ts';
import { usePeople } from '../../data/people.ts';
import type { NamedValue } from '../../data/task-edits.ts';
import { i18n } from '../../i18n/i18n.ts';
import { PersonAvatar } from '../../ui/marks/person-avatar.tsx';
import type { PickerOption } from './picker-options.ts';

interface PersonOption {
  readonly person: NamedValue;
  /** Distinguishes options about one person. */
  readonly kind: string;
  readonly isCurrent?: boolean;
  readonly run: () => Promise<unknown>;
}

/** People of a project for a picker. */
export function useProjectPeople(project: string | undefined) {
  const me = useActor()?.orgUserId;
  const members = useMembers(project);
  const everybody = usePeople() ?? [];
  return {
    isRead: members !== undefined,
    /** Active team members, the person first. */
    active: (members ?? [])
      .map(({ person }) => person)
      .filter((person) => person.active)
      .map(({ id, display_name }) => ({ id, name: display_name }))
      .toSorted((one, other) => Number(other.id === me) - Number(one.id === me)),
    /** These people with their names, former members included. */
    named: (ids: readonly string[]): readonly NamedValue[] =>
      ids.map((id) => ({
        id,
        name: nameOfPerson(everybody.find((one) => one.id === id) ?? null),
      })),
    option: ({ person, kind, isCurrent = false, run }: PersonOption): PickerOption => ({
      id: `${kind}-${person.id}`,
      name: person.id === me ? i18n.t('{name} (you)', { name: person.name }) : person.name,
      icon: <PersonAvatar name={person.name} size={20} tooltip={false} />,
      isCurrent,
      run: () => void run(),
    }),
    empty:
      members?.length === 0
        ? i18n.t('The project has no team members yet.')
        : i18n.t('No team member of this name.'),
  };
}
