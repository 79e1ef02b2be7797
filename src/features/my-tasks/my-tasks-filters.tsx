import { Button, Select, TextInput } from '@mantine/core';
import { useTypedText } from '../../ui/forms/use-typed-text.ts';
import styles from './my-tasks.module.css';
import { GROUPS, hasFilter, type MyTasksSearch, ROLES, STATES } from './my-tasks-search.ts';

interface MyTasksFiltersProps {
  readonly search: MyTasksSearch;
  readonly projects: readonly { readonly id: string; readonly name: string }[];
  readonly onSearch: (search: MyTasksSearch) => void;
}

const ROLE_LABELS = {
  assignee: 'Assigned to me',
  creator: 'Created by me',
  collaborator: 'I collaborate',
} as const;
const STATE_LABELS = {
  overdue: 'Overdue',
  waiting: 'Waiting for acceptance',
  completed: 'Completed',
  all: 'All',
} as const;
const GROUP_LABELS = { project: 'Project', flag: 'Priority', none: 'Nothing' } as const;

/** Filters and grouping of the list, stored in the address. */
export function MyTasksFilters({ search, projects, onSearch }: MyTasksFiltersProps) {
  const set = (change: Partial<MyTasksSearch>) => onSearch({ ...search, ...change });
  const text = useTypedText(search.words ?? '', (value) =>
    set({ words: value === '' ? undefined : value }),
  );
  return (
    <search className={styles['filters']} aria-label="Filter my tasks">
      <TextInput
        className={styles['words']}
        aria-label="Search by name"
        placeholder="Search by name"
        {...text}
      />
      <Select
        aria-label="My part"
        data={[
          { value: '', label: 'Any role' },
          ...ROLES.map((value) => ({ value, label: ROLE_LABELS[value] })),
        ]}
        value={search.role ?? ''}
        allowDeselect={false}
        onChange={(value) => set({ role: ROLES.find((role) => role === value) })}
      />
      <Select
        aria-label="State"
        data={[
          { value: '', label: 'Open' },
          ...STATES.map((value) => ({ value, label: STATE_LABELS[value] })),
        ]}
        value={search.state ?? ''}
        allowDeselect={false}
        onChange={(value) => set({ state: STATES.find((state) => state === value) })}
      />
      <Select
        aria-label="Project"
        placeholder="All projects"
        searchable
        clearable
        nothingFoundMessage="No project of this name"
        data={projects.map(({ id, name }) => ({ value: id, label: name }))}
        value={search.of ?? null}
        onChange={(value) => set({ of: value ?? undefined })}
      />
      <Select
        aria-label="Group by"
        data={[
          { value: '', label: 'By due date' },
          ...GROUPS.map((value) => ({
            value,
            label: value === 'none' ? 'Not grouped' : `By ${GROUP_LABELS[value].toLowerCase()}`,
          })),
        ]}
        value={search.group ?? ''}
        allowDeselect={false}
        onChange={(value) => set({ group: GROUPS.find((group) => group === value) })}
      />
      {hasFilter(search) ? (
        <Button variant="subtle" onClick={() => onSearch({ group: search.group })}>
          Clear filter
        </Button>
      ) : null}
    </search>
  );
}
