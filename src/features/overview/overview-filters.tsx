import { Button, CloseButton, Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { memo, useCallback, useMemo } from 'react';
import type { OrgUser } from '../../../model/entities/org-user.ts';
import type { Project } from '../../../model/entities/project.ts';
import { TASK_STATUSES } from '../../../model/shared/task-status.ts';
import { nameWithState } from '../../data/person-name.ts';
import { i18n, type Message, message } from '../../i18n/i18n.ts';
import { useTeams } from '../../data/members.ts';
import { DateField } from '../../ui/forms/date-field.tsx';
import { useLocalValue } from '../../ui/forms/use-local-value.ts';
import { useTypedText } from '../../ui/forms/use-typed-text.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { isCalendarDate } from '../../ui/text/calendar-date.ts';
import { hasFilter, NO_FILTER } from './no-filter.ts';
import styles from './overview.module.css';
import {
  COMPLETED_OPTIONS,
  type CompletedOption,
  type Filters,
  type OverviewSearch,
} from './overview-search.ts';
import { SeveralField } from './several-field.tsx';
import { STATUS_TEXTS } from '../../data/status-texts.ts';

interface OverviewFiltersProps {
  /** Same reference as long as the filters have not changed. */
  readonly filters: Filters;
  readonly people: readonly OrgUser[] | undefined;
  readonly projects: readonly Project[] | undefined;
  readonly today: string;
  readonly onChange: (change: Partial<OverviewSearch>) => void;
  /** A search is about to be typed. */
  readonly onSearch: () => void;
}

/** Search and filters; each change resets to the first page. A click renders only the field that was used. */
export const OverviewFilters = memo(function OverviewFilters(props: OverviewFiltersProps) {
  const { filters, people, today, onChange } = props;
  const set = useChoices(onChange);
  const projects = useProjectsOf(filters.assignee, props.projects);
  const persons = useMemo(
    () => (people ?? []).map((person) => ({ value: person.id, label: nameWithState(person) })),
    [people],
  );
  const statuses = useMemo(
    () => TASK_STATUSES.map((value) => ({ value, label: i18n.t(STATUS_TEXTS[value]) })),
    [],
  );
  const { assignee } = filters;
  const setAssignee = useCallback(
    (next: readonly string[]) =>
      // The project field offers the projects of the assignees: a choice that may be missing there is removed.
      set.assignee(next, { keepsProjects: next.length === 0 || isExtended(assignee, next) }),
    [assignee, set],
  );
  return (
    <search className={styles['filters']} aria-label={i18n.t('Filter tasks')}>
      <SearchField value={filters.q ?? ''} onChange={set.q} onFocus={props.onSearch} />
      <CompletedField value={filters.completed} onChange={set.completed} />
      <SeveralField
        label={i18n.t('Task status')}
        placeholder={i18n.t('All')}
        options={statuses}
        value={filters.status}
        onChange={set.status}
      />
      <SeveralField
        label={i18n.t('Assignee')}
        placeholder={i18n.t('Everybody')}
        options={persons}
        value={filters.assignee}
        nothingFoundMessage={i18n.t('Nobody of this name')}
        onChange={setAssignee}
        searchable
      />
      <SeveralField
        label={i18n.t('Project')}
        placeholder={i18n.t('All')}
        options={projects}
        value={filters.of}
        nothingFoundMessage={i18n.t('No project of this name')}
        onChange={set.of}
        searchable
      />
      <CreatedField value={filters.created ?? ''} today={today} onChange={set.created} />
      <Button
        variant="subtle"
        // Keeps its space while there is nothing to clear; otherwise the fields would move under the pointer.
        data-needed={hasFilter(filters)}
        onClick={() => onChange(NO_FILTER)}
      >
        {i18n.t('Clear filter')}
      </Button>
    </search>
  );
});

const ALL = 'All';
const COMPLETED_TEXTS: Readonly<Record<CompletedOption, Message>> = {
  'Assignee completed': message('Assignee completed'),
  'Assignee Not completed': message('Assignee Not completed'),
  'Assigned by completed': message('Assigned by completed'),
  'Assigned Not completed': message('Assigned Not completed'),
  'Both Completed': message('Both Completed'),
};

/** Change handlers of the fields, stable across renders, so that a change renders one field only. */
function useChoices(onChange: OverviewFiltersProps['onChange']) {
  return useMemo(() => {
    const set = (change: Partial<Filters>) => onChange({ ...change, page: undefined });
    return {
      q: (value: string) => set({ q: value.trim() === '' ? undefined : value }),
      completed: (value: string | null) =>
        set({ completed: COMPLETED_OPTIONS.find((option) => option === value) }),
      status: (values: readonly string[]) =>
        set({ status: listed(TASK_STATUSES.filter((status) => values.includes(status))) }),
      assignee: (values: readonly string[], { keepsProjects }: { keepsProjects: boolean }) =>
        set({ assignee: listed(values), ...(keepsProjects ? {} : { of: undefined }) }),
      of: (values: readonly string[]) => set({ of: listed(values) }),
      created: (value: string | undefined) => set({ created: value }),
    };
  }, [onChange]);
}

function listed<Value>(values: readonly Value[]): readonly Value[] | undefined {
  return values.length === 0 ? undefined : values;
}

/** True when `next` has every value of a list that is not empty. */
function isExtended(before: readonly string[] | undefined, next: readonly string[]): boolean {
  return before?.every((value) => next.includes(value)) === true;
}

interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onFocus: () => void;
}

const SearchField = memo(function SearchField({ value, onChange, onFocus }: SearchFieldProps) {
  const text = useTypedText(value, onChange);
  return (
    <TextInput
      className={styles['search']}
      label={i18n.t('Search tasks')}
      placeholder={i18n.t('Name, project, person')}
      {...text}
      onFocus={onFocus}
      leftSection={<IconSearch {...SMALL_ICON} />}
      rightSection={
        value === '' ? null : (
          <CloseButton size="sm" aria-label={i18n.t('Clear search')} onClick={() => onChange('')} />
        )
      }
    />
  );
});

interface CompletedFieldProps {
  readonly value: Filters['completed'];
  readonly onChange: (value: string | null) => void;
}

const CompletedField = memo(function CompletedField({ value, onChange }: CompletedFieldProps) {
  return (
    <Select
      label={i18n.t('Completed status')}
      data={[
        { value: ALL, label: i18n.t('All') },
        ...COMPLETED_OPTIONS.map((option) => ({
          value: option,
          label: i18n.t(COMPLETED_TEXTS[option]),
        })),
      ]}
      value={value ?? ALL}
      allowDeselect={false}
      onChange={onChange}
    />
  );
});

interface CreatedFieldProps {
  readonly value: string;
  readonly today: string;
  readonly onChange: (value: string | undefined) => void;
}

const CreatedField = memo(function CreatedField({ value, today, onChange }: CreatedFieldProps) {
  const [text, setText] = useLocalValue(value);
  return (
    <DateField
      className={styles['created']}
      label={i18n.t('Created date')}
      max={today}
      value={text}
      error={isCalendarDate(text) && text > today ? i18n.t('This date is after today') : undefined}
      onChange={(date) => {
        setText(date ?? '');
        // Text that is no date, or a later one, is no filter.
        if (date === null || (isCalendarDate(date) && date <= today)) onChange(date ?? undefined);
      }}
    />
  );
});

/** Options of the project field: projects that one of the assignees is a team member of, or all without an assignee. */
function useProjectsOf(
  assignees: readonly string[] | undefined,
  projects: readonly Project[] | undefined,
) {
  const teams = useTeams(assignees !== undefined);
  return useMemo(() => {
    const isTheirs = ({ id }: Project) =>
      assignees === undefined ||
      (teams?.get(id) ?? []).some(({ person }) => assignees.includes(person.id));
    return (projects ?? []).filter(isTheirs).map(({ id, name }) => ({ value: id, label: name }));
  }, [assignees, projects, teams]);
}
