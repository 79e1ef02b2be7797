import { Button } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { useDeferredValue, useMemo } from 'react';
import { localDay } from '../../../model/shared/dates.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useAllTasks } from '../../data/all-tasks.ts';
import { useActor } from '../../data/client.tsx';
import { useFlags } from '../../data/flags.ts';
import { useProjects } from '../../data/projects.ts';
import { useSummarized } from '../../data/summary-tasks.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { ICON } from '../../ui/marks/icon.ts';
import { LoadingRows } from '../../ui/layout/loading-rows.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { formatNumber } from '../../ui/text/locale.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { MyAbsentTasks } from './absent-tasks.tsx';
import { MyTasksFilters } from './my-tasks-filters.tsx';
import { MyTasksList } from './my-tasks-list.tsx';
import { myTaskRows, type Row } from './my-tasks-rows.ts';
import { hasFilter, type MyTasksSearch } from './my-tasks-search.ts';

interface MyTasksPageProps {
  readonly search: MyTasksSearch;
  readonly onSearch: (search: MyTasksSearch) => void;
}

/** Tasks of all projects that the viewer is assignee, creator or collaborator of, computed on this device. */
export function MyTasksPage({ search, onSearch }: MyTasksPageProps) {
  const now = useNow(60_000);
  const today = localDay(now, new Date(now).getTimezoneOffset());
  // Typing does not wait for the list to render.
  const rows = useRows(useDeferredValue(search), today);
  const projects = useProjects();
  const isWhole = useSummarized().length === 0;
  const count = rows?.filter(({ kind }) => kind === 'task').length;
  return (
    <Page
      title={i18n.t('My Tasks')}
      hint={count === undefined ? <span>&nbsp;</span> : countMessage(count, isWhole)}
    >
      <MyTasksFilters search={search} projects={projects ?? []} onSearch={onSearch} />
      {rows === undefined ? (
        <LoadingRows />
      ) : rows.length === 0 ? (
        <EmptyState
          icon={<IconChecklist {...ICON} size={30} />}
          text={isWhole ? i18n.t('No tasks found !!') : i18n.t('No tasks found on this device')}
          hint={
            hasFilter(search)
              ? i18n.t('Nothing fits the filter.')
              : i18n.t('What you create, are given or follow is listed here.')
          }
          action={
            hasFilter(search) ? (
              <Button variant="default" onClick={() => onSearch({ group: search.group })}>
                {i18n.t('Clear filter')}
              </Button>
            ) : undefined
          }
        />
      ) : (
        <MyTasksList rows={rows} today={today} />
      )}
      <MyAbsentTasks search={search} today={today} />
    </Page>
  );
}

function countMessage(count: number, isWhole: boolean): string {
  return isWhole
    ? i18n.t('{count, plural, one {# task} other {# tasks}}', { count })
    : i18n.t(
        '{count, plural, one {{number} task on this device} other {{number} tasks on this device}}',
        { count, number: formatNumber(count) },
      );
}

function useRows(search: MyTasksSearch, today: string): readonly Row[] | undefined {
  const me = useActor()?.orgUserId;
  const tasks = useAllTasks();
  const projects = useProjects();
  const flags = useFlags();
  return useMemo(() => {
    if (me === undefined || !tasks || !projects || !flags) return undefined;
    return myTaskRows(tasks.values(), search, {
      me,
      today,
      projects: new Map(projects.map(({ id, name }) => [id, name])),
      flags: new Map(flags.map((flag) => [flag.id, flag])),
    });
  }, [me, tasks, projects, flags, search, today]);
}
