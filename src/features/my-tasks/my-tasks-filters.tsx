import { Button, Select, TextInput } from '@mantine/core';
import { i18n, message } from '../../i18n/i18n.ts';
import { useTypedText } from '../../ui/forms/use-typed-text.ts';
import styles from './my-tasks.module.css';
import { GROUPS, hasFilter, type MyTasksSearch, ROLES, STATES } from './my-tasks-search.ts';

interface MyTasksFiltersProps {
  readonly search: MyTasksSearch;
  readonly projects: readonly { readonly id: string; readonly name: string }[];
  readonly onSearch: (search: MyTasksSearch) => void;
}

const ROLE_LABELS = {
  assignee: message('Assigned to me'),
  creator: message('Created by me'),
  collaborator: message('I collaborate'),
} as const;
const STATE_LABELS = {
  overdue: message('Overdue'),
  waiting: message('Waiting for acceptance'),
  completed: message('Completed'),
  all: message('All'),
} as const;
const GROUP_LABELS = {
  project: message('By project'),
  flag: message('By priority'),
  none: message('Not grouped'),
} as const;

/** Filters and grouping of the list, stored in the address. */
export function MyTasksFilters({ search, projects, onSearch }: MyTasksFiltersProps) {
  const set = (change: Partial<MyTasksSearch>) => onSearch({ ...search, ...change });
  const text = useTypedText(search.words ?? '', (value) =>
    set({ words: value === '' ? undefined : value }),
  );
  return (
    <search className={styles['filters']} aria-label={i18n.t('Filter my tasks')}>
      <TextInput
        className={styles['words']}
        aria-label={i18n.t('Search by name')}
        placeholder={i18n.t('Search by name')}
        {...text}
      />
      <Select
        aria-label={i18n.t('My part')}
        data={[
          { value: '', label: i18n.t('Any role') },
          ...ROLES.map((value) => ({ value, label: i18n.t(ROLE_LABELS[value]) })),
        ]}
        value={search.role ?? ''}
        allowDeselect={false}
        onChange={(value) => set({ role: ROLES.find((role) => role === value) })}
      />
      <Select
        aria-label={i18n.t('State')}
        data={[
          // Its German is not that of the button “Open”.
          { value: '', label: i18n.t('{what, select, other {Open}}', { what: 'task' }) },
          ...STATES.map((value) => ({ value, label: i18n.t(STATE_LABELS[value]) })),
        ]}
        value={search.state ?? ''}
        allowDeselect={false}
        onChange={(value) => set({ state: STATES.find((state) => state === value) })}
      />
      <Select
        aria-label={i18n.t('Project')}
        placeholder={i18n.t('All projects')}
        searchable
        clearable
        nothingFoundMessage={i18n.t('No project of this name')}
        data={projects.map(({ id, name }) => ({ value: id, label: name }))}
        value={search.of ?? null}
        onChange={(value) => set({ of: value ?? undefined })}
      />
      <Select
        aria-label={i18n.t('Group by')}
        data={[
          { value: '', label: i18n.t('By due date') },
          ...GROUPS.map((value) => ({ value, label: i18n.t(GROUP_LABELS[value]) })),
        ]}
        value={search.group ?? ''}
        allowDeselect={false}
        onChange={(value) => set({ group: GROUPS.find((group) => group === value) })}
      />
      {hasFilter(search) ? (
        <Button variant="subtle" onClick={() => onSearch({ group: search.group })}>
          {i18n.t('Clear filter')}
        </Button>
      ) : null}
    </search>
  );
}
