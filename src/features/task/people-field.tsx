import { MultiSelect, Select } from '@mantine/core';
import { useState } from 'react';
import { nameOfPerson, nameWithState } from '../../../model/shared/person-name.ts';
import { useMembers } from '../../data/members.ts';
import { usePeople } from '../../data/people.ts';
import { PersonAvatar } from '../../ui/marks/person-avatar.tsx';
import classes from './task-panel.module.css';
import { blockedProps } from './use-permission-message.ts';

interface Props {
  readonly label: string;
  readonly project: string;
  /** Organisation users. */
  readonly people: readonly string[];
  /** Text when nobody is chosen. */
  readonly empty: string;
  readonly several: boolean;
  readonly required: boolean;
  readonly editable: boolean;
  /** Runs on a click instead of opening the list: shows the alert about a missing access flag. */
  readonly blocked: (() => void) | undefined;
  readonly onChange: (people: readonly string[]) => Promise<void>;
}

/** People as text, or a picker of team members for those who may change them. */
export function PeopleField(props: Props) {
  const { label, project, people, empty, several, required, editable, blocked, onChange } = props;
  const members = useMembers(project) ?? [];
  const all = usePeople();
  const nameOf = (id: string) =>
    all === undefined ? '' : nameOfPerson(all.find((person) => person.id === id) ?? null);
  if (!editable) return <Names ids={people} nameOf={nameOf} empty={empty} />;
  const options = members
    // A deactivated person remains selected but is not offered.
    .filter(({ person }) => person.active || people.includes(person.id))
    .map(({ person }) => ({ value: person.id, label: nameWithState(person) }));
  // People who have left the project remain visible until the selection changes.
  const gone = people
    .filter((id) => !options.some((option) => option.value === id))
    .map((id) => ({ value: id, label: nameOf(id), disabled: true }));
  const data = [...options, ...gone];
  if (several) {
    return <SeveralField {...props} data={data} />;
  }
  return (
    <Select
      size="xs"
      aria-label={label}
      searchable
      allowDeselect={!required}
      clearable={!required}
      placeholder={empty}
      {...blockedProps(blocked)}
      data={data}
      value={people[0] ?? null}
      nothingFoundMessage="No team member of this name"
      onChange={(id) => {
        if (id !== (people[0] ?? null)) void onChange(id === null ? [] : [id]);
      }}
    />
  );
}

interface SeveralProps extends Props {
  readonly data: readonly { readonly value: string; readonly label: string }[];
}

/** Written once, when the list closes: one selection of people is one mutation. */
function SeveralField(props: SeveralProps) {
  const { label, people, empty, required, blocked, data, onChange } = props;
  const [chosen, setChosen] = useState<readonly string[]>();
  const save = (next: readonly string[]) => {
    setChosen(undefined);
    const same = next.length === people.length && next.every((id) => people.includes(id));
    if (!same && (next.length > 0 || !required)) void onChange(next);
  };
  return (
    <MultiSelect
      size="xs"
      aria-label={label}
      searchable
      hidePickedOptions
      maxDropdownHeight={150}
      {...blockedProps(blocked)}
      placeholder={people.length === 0 && chosen === undefined ? empty : undefined}
      data={[...data]}
      value={[...(chosen ?? people)]}
      nothingFoundMessage="No team member of this name"
      onDropdownOpen={() => setChosen(people)}
      onDropdownClose={() => save(chosen ?? people)}
      onChange={(next) => {
        if (chosen === undefined) save(next);
        else setChosen(next);
      }}
    />
  );
}

interface NamesProps {
  readonly ids: readonly string[];
  readonly nameOf: (id: string) => string;
  readonly empty: string;
}

function Names({ ids, nameOf, empty }: NamesProps) {
  if (ids.length === 0) return <span className={classes.muted}>{empty}</span>;
  return (
    <span className={classes.people}>
      {ids.map((id) => (
        <span key={id} className={classes.person}>
          <PersonAvatar name={nameOf(id)} size={20} tooltip={false} /> {nameOf(id)}
        </span>
      ))}
    </span>
  );
}
