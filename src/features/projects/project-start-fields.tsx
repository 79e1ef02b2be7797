import { Checkbox, Select } from '@mantine/core';
import { useOrganizationTeams } from '../../data/administration.ts';
import { type BoardStart, STAGE_SETS } from '../../data/board-starts.ts';
import { useTeams } from '../../data/members.ts';
import { usePeople } from '../../data/people.ts';
import { SearchMultiSelect } from '../../ui/forms/search-multi-select.tsx';
import { useProjects } from '../../data/projects.ts';
import { i18n, translated } from '../../i18n/i18n.ts';

/** First content of a new board as the form chooses it. */
export interface StartChoice {
  /** Value of an option; empty: an empty board. */
  readonly start: string;
  readonly withTasks: boolean;
}

const SET = 'set:';
const PROJECT = 'project:';

export function startOf({ start, withTasks }: StartChoice): BoardStart | undefined {
  if (start.startsWith(PROJECT)) {
    return { kind: 'project', project: start.slice(PROJECT.length), withTasks };
  }
  const names = start.startsWith(SET) ? STAGE_SETS[Number(start.slice(SET.length))] : undefined;
  return names === undefined ? undefined : { kind: 'stages', names };
}

interface StartFieldsProps {
  readonly value: StartChoice;
  readonly onChange: (value: StartChoice) => void;
}

/** Cards of a new board: a set, or those of another project. */
export function StartFields({ value, onChange }: StartFieldsProps) {
  const projects = useProjects() ?? [];
  const sets = STAGE_SETS.map((names, index) => ({
    value: `${SET}${index}`,
    label: names.map(translated).join(', '),
  }));
  const others = projects.map(({ id, name }) => ({ value: `${PROJECT}${id}`, label: name }));
  return (
    <>
      <Select
        label={i18n.t('Cards')}
        placeholder={i18n.t('None yet')}
        clearable
        searchable
        nothingFoundMessage={i18n.t('Nothing of this name')}
        data={[
          { group: i18n.t('Sets'), items: sets },
          ...(others.length === 0 ? [] : [{ group: i18n.t('Same as in'), items: others }]),
        ]}
        value={value.start === '' ? null : value.start}
        onChange={(start) => onChange({ ...value, start: start ?? '' })}
      />
      {value.start.startsWith(PROJECT) ? (
        <Checkbox
          label={i18n.t('With its open tasks, without dates and people')}
          checked={value.withTasks}
          onChange={(event) => onChange({ ...value, withTasks: event.currentTarget.checked })}
        />
      ) : null}
    </>
  );
}

interface MembersFieldProps {
  /** Workspace of the project; undefined before it is chosen. */
  readonly workspace: string | undefined;
  /** Ids of people, `team:` and the id of a team, or `workspace`. */
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}

const TEAM = 'team:';
const WORKSPACE = 'workspace';

/** Members beside the creator: single people, whole teams, everybody in the projects of the workspace. */
export function MembersField({ workspace, value, onChange }: MembersFieldProps) {
  const people = usePeople() ?? [];
  const teams = useOrganizationTeams() ?? [];
  const groups = [
    ...(workspace === undefined
      ? []
      : [{ value: WORKSPACE, label: i18n.t('Everybody in this workspace') }]),
    ...teams.map(({ id, name }) => ({
      value: `${TEAM}${id}`,
      label: i18n.t('Team {name}', { name }),
    })),
  ];
  return (
    <SearchMultiSelect
      label={i18n.t('Members')}
      placeholder={value.length === 0 ? i18n.t('Only you') : ''}
      clearable
      hidePickedOptions
      nothingFoundMessage={i18n.t('Nobody of this name')}
      data={[
        ...(groups.length === 0 ? [] : [{ group: i18n.t('Groups'), items: groups }]),
        {
          group: i18n.t('People'),
          items: people
            .filter(({ active }) => active)
            .map(({ id, display_name }) => ({ value: id, label: display_name })),
        },
      ]}
      value={value}
      onChange={onChange}
    />
  );
}

/** The active people behind the options of the field. */
export function useMembersOf(
  workspace: string | undefined,
  value: readonly string[],
): readonly string[] {
  const people = usePeople() ?? [];
  const teams = useOrganizationTeams() ?? [];
  const projects = useProjects() ?? [];
  const byProject = useTeams(value.includes(WORKSPACE));
  const inWorkspace = projects
    .filter((project) => project.workspace === workspace)
    .flatMap(({ id }) => byProject?.get(id) ?? [])
    .map(({ person }) => person.id);
  const wanted = new Set(
    value.flatMap((one) => {
      if (one === WORKSPACE) return inWorkspace;
      if (!one.startsWith(TEAM)) return [one];
      return teams.find(({ id }) => id === one.slice(TEAM.length))?.members ?? [];
    }),
  );
  return people.filter(({ id, active }) => active && wanted.has(id)).map(({ id }) => id);
}
