import { Button, Select, type SelectProps, TextInput } from '@mantine/core';
import { memo, useMemo } from 'react';
import type { OrgUser } from '../../../model/entities/org-user.ts';
import type { Project } from '../../../model/entities/project.ts';
import { TASK_STATUSES } from '../../../model/shared/task-status.ts';
import { nameWithState } from '../../../model/shared/person-name.ts';
import { useTeams } from '../../data/members.ts';
import styles from './overview.module.css';
import {
  COMPLETED_OPTIONS,
  type Filters,
  hasFilter,
  NO_FILTER,
  type OverviewSearch,
} from './overview-search.ts';

interface OverviewFiltersProps {
  /** Same reference as long as the filters have not changed. */
  readonly filters: Filters;
  readonly people: readonly OrgUser[] | undefined;
  readonly projects: readonly Project[] | undefined;
  readonly today: string;
  readonly onChange: (change: Partial<OverviewSearch>) => void;
}

/** The five filters; each change resets to the first page. A click renders only the field that was used. */
export const OverviewFilters = memo(function OverviewFilters(props: OverviewFiltersProps) {
  const { filters, people, today, onChange } = props;
  const set = useChoices(onChange);
  const projects = useProjectsOf(filters.assignee, props.projects);
  const persons = useMemo(
    () => (people ?? []).map((person) => ({ value: person.id, label: nameWithState(person) })),
    [people],
  );
  return (
    <search className={styles['filters']} aria-label="Filter tasks">
      <FilterField
        label="Completed status"
        data={COMPLETED}
        value={filters.completed ?? ALL}
        onChange={set.completed}
      />
      <FilterField
        label="Task status"
        placeholder="All"
        data={STATUSES}
        value={filters.status ?? null}
        onChange={set.status}
        clearable
      />
      <FilterField
        label="Assignee"
        placeholder="Everybody"
        data={persons}
        value={filters.assignee ?? null}
        nothingFoundMessage="Nobody of this name"
        onChange={set.assignee}
        clearable
        searchable
      />
      <FilterField
        label="Project"
        placeholder="All"
        data={projects}
        value={filters.of ?? null}
        nothingFoundMessage="No project of this name"
        onChange={set.of}
        clearable
        searchable
      />
      <CreatedField value={filters.created ?? ''} today={today} onChange={set.created} />
      <Button
        variant="subtle"
        // Keeps its space while there is nothing to clear; otherwise the fields would move under the pointer.
        data-needed={hasFilter(filters)}
        onClick={() => onChange(NO_FILTER)}
      >
        Clear filter
      </Button>
    </search>
  );
});

const ALL = 'All';
const COMPLETED = [ALL, ...COMPLETED_OPTIONS];
const STATUSES = [...TASK_STATUSES];

/** Change handlers of the fields, stable across renders, so that a change renders one field only. */
function useChoices(onChange: OverviewFiltersProps['onChange']) {
  return useMemo(() => {
    const set = (change: Partial<Filters>) => onChange({ ...change, page: undefined });
    return {
      completed: (value: string | null) =>
        set({ completed: COMPLETED_OPTIONS.find((option) => option === value) }),
      status: (value: string | null) =>
        set({ status: TASK_STATUSES.find((status) => status === value) }),
      // The project field offers projects of the assignee, so a new assignee clears it.
      assignee: (value: string | null) => set({ assignee: value ?? undefined, of: undefined }),
      of: (value: string | null) => set({ of: value ?? undefined }),
      created: (value: string | undefined) => set({ created: value }),
    };
  }, [onChange]);
}

type FilterFieldProps = Pick<
  SelectProps,
  'label' | 'placeholder' | 'data' | 'value' | 'clearable' | 'searchable' | 'nothingFoundMessage'
> & { readonly onChange: (value: string | null) => void };

const FilterField = memo(function FilterField(props: FilterFieldProps) {
  return <Select {...props} allowDeselect={props.clearable === true} />;
});

interface CreatedFieldProps {
  readonly value: string;
  readonly today: string;
  readonly onChange: (value: string | undefined) => void;
}

const CreatedField = memo(function CreatedField({ value, today, onChange }: CreatedFieldProps) {
  return (
    <TextInput
      type="date"
      label="Created date"
      max={today}
      value={value}
      onChange={({ currentTarget }) => {
        // Typed dates bypass `max`: a date after today is ignored.
        if (currentTarget.value <= today) onChange(currentTarget.value || undefined);
      }}
    />
  );
});

/** Options of the project field: projects that the assignee is a team member of, or all without an assignee. */
function useProjectsOf(assignee: string | undefined, projects: readonly Project[] | undefined) {
  const teams = useTeams(assignee !== undefined);
  return useMemo(() => {
    const isTheirs = ({ id }: Project) =>
      assignee === undefined || (teams?.get(id) ?? []).some(({ person }) => person.id === assignee);
    return (projects ?? []).filter(isTheirs).map(({ id, name }) => ({ value: id, label: name }));
  }, [assignee, projects, teams]);
}
