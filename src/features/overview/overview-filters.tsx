import { Button, Select, TextInput } from '@mantine/core';
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
  /** The same object as long as it says the same. */
  readonly filters: Filters;
  readonly people: readonly OrgUser[] | undefined;
  readonly projects: readonly Project[] | undefined;
  readonly today: string;
  readonly onChange: (change: Partial<OverviewSearch>) => void;
}

/** The five filters; each change goes back to the first page. */
export const OverviewFilters = memo(function OverviewFilters(props: OverviewFiltersProps) {
  const { filters, people, today, onChange } = props;
  const projects = useProjectsOf(filters.assignee, props.projects);
  const set = (change: Partial<Filters>) => onChange({ ...change, page: undefined });
  return (
    <search className={styles['filters']} aria-label="Filter tasks">
      <Select
        label="Completed status"
        data={['All', ...COMPLETED_OPTIONS]}
        value={filters.completed ?? 'All'}
        allowDeselect={false}
        onChange={(value) =>
          set({ completed: COMPLETED_OPTIONS.find((option) => option === value) })
        }
      />
      <Select
        label="Task status"
        placeholder="All"
        data={[...TASK_STATUSES]}
        value={filters.status ?? null}
        clearable
        onChange={(value) => set({ status: TASK_STATUSES.find((status) => status === value) })}
      />
      <Select
        label="Assignee"
        placeholder="Everybody"
        searchable
        clearable
        data={(people ?? []).map((person) => ({ value: person.id, label: nameWithState(person) }))}
        value={filters.assignee ?? null}
        nothingFoundMessage="Nobody of this name"
        // The projects on offer are those of the assignee: another person's project would find nothing.
        onChange={(value) => set({ assignee: value ?? undefined, of: undefined })}
      />
      <Select
        label="Project"
        placeholder="All"
        searchable
        clearable
        data={projects.map(({ id, name }) => ({ value: id, label: name }))}
        value={filters.of ?? null}
        nothingFoundMessage="No project of this name"
        onChange={(value) => set({ of: value ?? undefined })}
      />
      <TextInput
        type="date"
        label="Created date"
        max={today}
        value={filters.created ?? ''}
        onChange={({ currentTarget: { value } }) => {
          // Typed dates pass `max` by: a date after today is not taken.
          if (value <= today) set({ created: value === '' ? undefined : value });
        }}
      />
      {hasFilter(filters) && (
        <Button variant="subtle" onClick={() => onChange(NO_FILTER)}>
          Clear filter
        </Button>
      )}
    </search>
  );
});

/** The projects the assignee is a team member of, or all when no assignee is chosen. */
function useProjectsOf(assignee: string | undefined, projects: readonly Project[] | undefined) {
  const teams = useTeams(assignee !== undefined);
  return useMemo(() => {
    if (assignee === undefined) return projects ?? [];
    return (projects ?? []).filter(({ id }) =>
      (teams?.get(id) ?? []).some(({ person }) => person.id === assignee),
    );
  }, [assignee, projects, teams]);
}
