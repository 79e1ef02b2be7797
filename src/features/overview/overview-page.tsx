import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { memo, useDeferredValue, useMemo } from 'react';
import { localDay } from '../../../model/shared/dates.ts';
import { ITEMS_PER_PAGE } from '../../../model/shared/paging.ts';
import { isAdministrative } from '../../../model/permissions/actor.ts';
import { nameWithState } from '../../../model/shared/person-name.ts';
import { type TaskSummary, useAllTasks } from '../../data/all-tasks.ts';
import { useActor } from '../../data/client.tsx';
import { useLabelNames } from '../../data/labels.ts';
import { usePeople } from '../../data/people.ts';
import { useProjects } from '../../data/projects.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SMALL_ICON } from '../../ui/icon.ts';
import { LoadingRows } from '../../ui/loading-rows.tsx';
import { Page } from '../../ui/page.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useNow } from '../../ui/use-now.ts';
import { overviewColumns } from './overview-columns.ts';
import { overviewCsv } from './overview-csv.ts';
import { OverviewFilters } from './overview-filters.tsx';
import { OverviewPager } from './overview-pager.tsx';
import { type Names, newestFirst, overviewRows, type Viewer } from './overview-rows.ts';
import { type Filters, hasFilter, NO_FILTER, type OverviewSearch } from './overview-search.ts';
import { OverviewTable } from './overview-table.tsx';

interface OverviewPageProps {
  readonly search: OverviewSearch;
  /** The same function at every render. */
  readonly onChange: (change: Partial<OverviewSearch>) => void;
}

/** Every task of the organisation, from this device (sessions spec, 2 "Organisation task overview"). */
export function OverviewPage(props: OverviewPageProps) {
  const actor = useActor();
  if (actor === undefined) return null;
  if (!isAdministrative(actor)) {
    return (
      <Page title="Overall Task">
        <EmptyState text="Only levels 1 to 3 see the tasks of the whole organisation" />
      </Page>
    );
  }
  return <Overview {...props} specialRole={actor.specialRole} />;
}

function Overview({
  search,
  onChange,
  specialRole,
}: OverviewPageProps & { readonly specialRole: boolean }) {
  const tasks = useAllTasks();
  const names = useNames();
  const viewer = useViewer();
  const filters = useFilters(search);
  // Typing and clicking never wait for the table to be filtered again.
  const wanted = useDeferredValue(search);
  const wantedFilters = useFilters(wanted);
  const { sort, dir } = wanted;
  const ordered = useMemo(() => tasks && newestFirst(tasks.values()), [tasks]);
  const listed = useMemo(
    () =>
      ordered && names && overviewRows(ordered, { ...wantedFilters, sort, dir }, { names, viewer }),
    [ordered, names, wantedFilters, sort, dir, viewer],
  );
  const columns = useMemo(
    () => (names === undefined ? [] : overviewColumns(specialRole, names, viewer)),
    [names, specialRole, viewer],
  );
  const pages = Math.max(1, Math.ceil((listed?.length ?? 0) / ITEMS_PER_PAGE));
  const page = Math.min(wanted.page ?? 1, pages);
  const start = (page - 1) * ITEMS_PER_PAGE;
  const shown = useMemo(() => listed?.slice(start, start + ITEMS_PER_PAGE), [listed, start]);
  const download = async () => {
    if (listed === undefined) return;
    saveFile(await overviewCsv(listed, columns), `tasks-${viewer.today}.csv`);
  };
  return (
    <Page
      title="Overall Task"
      width="full"
      hint={listed === undefined ? <span>&nbsp;</span> : totalWords(listed.length)}
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload {...SMALL_ICON} />}
          disabled={listed === undefined || listed.length === 0}
          onClick={() => void download()}
        >
          Export CSV
        </Button>
      }
    >
      <OverviewFilters filters={filters} today={viewer.today} onChange={onChange} />
      {shown === undefined ? (
        <LoadingRows count={10} />
      ) : (
        <Listed listed={shown} start={start} search={wanted} {...{ columns, onChange }} />
      )}
      {(listed?.length ?? 0) > ITEMS_PER_PAGE && (
        <OverviewPager
          page={page}
          pages={pages}
          onPage={(next) => onChange({ page: next === 1 ? undefined : next })}
        />
      )}
    </Page>
  );
}

interface ListedProps extends OverviewPageProps {
  readonly listed: readonly TaskSummary[];
  readonly start: number;
  readonly columns: ReturnType<typeof overviewColumns>;
}

/** Rendered anew only when other rows are to be shown: not while the filters answer a click. */
const Listed = memo(function Listed({ listed, start, columns, search, onChange }: ListedProps) {
  if (listed.length > 0) {
    return (
      <OverviewTable
        tasks={listed}
        start={start}
        columns={columns}
        search={search}
        onSort={(sort, dir) => onChange({ sort, dir, page: undefined })}
      />
    );
  }
  return (
    <EmptyState
      text="No tasks found !!"
      action={
        hasFilter(search) ? (
          <Button variant="default" onClick={() => onChange(NO_FILTER)}>
            Clear filter
          </Button>
        ) : undefined
      }
    />
  );
});

/** The same object as long as no filter changes: another page or order draws no filter and filters no task anew. */
function useFilters({ completed, status, assignee, of, created }: OverviewSearch): Filters {
  return useMemo(
    () => ({ completed, status, assignee, of, created }),
    [completed, status, assignee, of, created],
  );
}

function useNames(): Names | undefined {
  const people = usePeople();
  const labels = useLabelNames();
  const projects = useProjects();
  return useMemo(() => {
    if (people === undefined || labels === undefined || projects === undefined) return undefined;
    return {
      people: new Map(people.map((person) => [person.id, nameWithState(person)])),
      labels,
      projects: new Map(projects.map(({ id, name }) => [id, name])),
    };
  }, [people, labels, projects]);
}

function useViewer(): Viewer {
  const now = useNow(60_000);
  const offsetMinutes = new Date(now).getTimezoneOffset();
  const today = localDay(now, offsetMinutes);
  return useMemo(() => ({ today, offsetMinutes }), [today, offsetMinutes]);
}

function totalWords(total: number): string {
  return `${total.toLocaleString('en-US')} ${total === 1 ? 'task' : 'tasks'}`;
}
