import { nameOfPerson } from '../../data/person-name.ts';
import { useActor } from '../../data/client.tsx';
import { useMembers } from '../../data/members.ts';
import { usePeople } from '../../data/people.ts';
import type { NamedValue } from '../../data/task-edits.ts';
import { i18n } from '../../i18n/i18n.ts';
import { PersonAvatar } from '../../ui/marks/person-avatar.tsx';
import type { PickerOption, Tick } from './picker-options.ts';

interface PersonOption {
  readonly person: NamedValue;
  readonly isCurrent?: boolean;
  readonly run: () => Promise<unknown>;
  readonly tick?: Tick;
}

/** People of a project for a picker. */
export function useProjectPeople(project: string | undefined) {
  const me = useActor()?.orgUserId;
  const members = useMembers(project);
  const everybody = usePeople() ?? [];
  const active = (members ?? [])
    .map(({ person }) => person)
    .filter((person) => person.active)
    .map(({ id, display_name }) => ({ id, name: display_name }))
    .toSorted((one, other) => Number(other.id === me) - Number(one.id === me));
  return {
    isRead: members !== undefined,
    /** Active team members, the person first. */
    active,
    /** The active ones, and those of `ids` who are not among them. */
    withFormer: (ids: readonly string[]): readonly NamedValue[] => [
      ...active,
      ...[...new Set(ids)]
        .filter((id) => active.every((person) => person.id !== id))
        .map((id) => ({
          id,
          name: nameOfPerson(everybody.find((one) => one.id === id) ?? null),
        })),
    ],
    option: ({ person, isCurrent = false, run, tick }: PersonOption): PickerOption => ({
      id: person.id,
      name: person.id === me ? i18n.t('{name} (you)', { name: person.name }) : person.name,
      icon: <PersonAvatar name={person.name} size={20} tooltip={false} />,
      isCurrent,
      run: () => void run(),
      ...(tick !== undefined && { tick }),
    }),
    empty:
      members?.length === 0
        ? i18n.t('The project has no team members yet.')
        : i18n.t('No team member of this name.'),
  };
}
