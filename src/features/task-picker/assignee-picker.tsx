import { IconUserOff } from '@tabler/icons-react';
import { assigneesOf } from '../../../model/entities/task.ts';
import { nameOfPerson } from '../../../model/shared/person-name.ts';
import { useActor } from '../../data/client.tsx';
import { useMembers } from '../../data/members.ts';
import { usePeople } from '../../data/people.ts';
import { type NamedValue, useTaskEdits } from '../../data/task-edits.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { PersonAvatar } from '../../ui/marks/person-avatar.tsx';
import { PickerDialog } from './picker-dialog.tsx';
import { optionsFor, type PickerOption } from './picker-options.ts';
import type { PickerProps } from './picker-props.ts';

/** Assigns to one person, adds a further assignee, or removes one. */
export function AssigneePicker({ tasks, subject, ...rest }: PickerProps) {
  const me = useActor()?.orgUserId;
  const members = useMembers(tasks[0]?.project);
  const people = usePeople() ?? [];
  const edits = useTaskEdits();
  const ids = tasks.map(({ id }) => id);
  const assigned = [...new Set(tasks.flatMap(assigneesOf))];
  const isOnEach = (id: string) => tasks.every((task) => assigneesOf(task).includes(id));
  const active = (members ?? [])
    .map(({ person }) => person)
    .filter((person) => person.active)
    .map(({ id, display_name }) => ({ id, name: display_name }))
    .toSorted((one, other) => Number(other.id === me) - Number(one.id === me));
  const option = (person: NamedValue, kind: string, run: () => Promise<boolean>): PickerOption => ({
    id: `${kind}-${person.id}`,
    name: person.id === me ? `${person.name} (you)` : person.name,
    icon: <PersonAvatar name={person.name} size={20} tooltip={false} />,
    run: () => void run(),
  });
  const only = active.map((person) => ({
    ...option(person, 'only', async () => await edits.setAssignee(ids, person)),
    isCurrent: isOnEach(person.id),
  }));
  const more = active
    .filter(({ id }) => !isOnEach(id))
    .map((person) => option(person, 'more', async () => await edits.addAssignee(ids, person)));
  const present = assigned.map((id) => ({
    id,
    name: nameOfPerson(people.find((one) => one.id === id) ?? null),
  }));
  const fewer = present.map((person) =>
    option(person, 'fewer', async () => await edits.removeAssignee(ids, person)),
  );
  const nobody: PickerOption = {
    id: 'nobody',
    name: 'Nobody',
    icon: <IconUserOff {...SMALL_ICON} />,
    run: () => void edits.setAssignee(ids, null),
  };
  const isAssigned = assigned.length > 0;
  const groupsFor = (text: string) => [
    { title: 'Assign to', options: optionsFor(only, text) },
    { title: 'Add a further assignee', options: isAssigned ? optionsFor(more, text) : [] },
    {
      title: 'Remove',
      options: isAssigned
        ? optionsFor(assigned.length > 1 ? [...fewer, nobody] : [nobody], text)
        : [],
    },
  ];
  return (
    <PickerDialog
      title={`Assignee of ${subject}`}
      placeholder="Assign to..."
      groupsFor={groupsFor}
      empty={
        members?.length === 0
          ? 'The project has no team members yet.'
          : 'No team member of this name.'
      }
      {...rest}
    />
  );
}
