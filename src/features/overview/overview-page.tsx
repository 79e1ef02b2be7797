import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { OrgUser } from '../../../model/entities/org-user.ts';
import type { Project } from '../../../model/entities/project.ts';
import { dayAt, deviceOffset } from '../../data/local-time.ts';
import { ITEMS_PER_PAGE } from '../../../model/shared/paging.ts';
import { isAdministrative } from '../../../model/permissions/actor.ts';
import { nameWithState } from '../../data/person-name.ts';
import { i18n } from '../../i18n/i18n.ts';
import { type TaskSummary, useAllTasksAsRead } from '../../data/all-tasks.ts';
import { useActor } from '../../data/client.tsx';
import { useLabelNames } from '../../data/labels.ts';
import { usePeople } from '../../data/people.ts';
import { useProjects } from '../../data/projects.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { LoadingRows } from '../../ui/layout/loading-rows.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { AbsentRows } from './absent-rows.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import { hasFilter, NO_FILTER } from './no-filter.ts';
import { overviewColumns } from './overview-columns.ts';
import type { Viewer } from './overview-facets.ts';
import { OverviewFilters } from './overview-filters.tsx';
import { type Names, prepareSearch } from './overview-names.ts';
import { OverviewPager } from './overview-pager.tsx';
import { isNewestFirst, newestFirst, overviewRows, sortedByAge } from './overview-rows.ts';
import type { Filters, OverviewSearch } from './overview-search.ts';
import { OverviewTable } from './overview-table.tsx';
import { percent, ReadingLine } from './reading-line.tsx';
import { parseHidden } from './saved-views.ts';
import { useAbsentRows } from './use-absent-rows.ts';
import { useDownload } from './use-download.ts';
import { useStored } from './use-stored.ts';
import { ViewsMenu } from './views-menu.tsx';
import { formatNumber } from '../../ui/text/locale.ts';

interface OverviewPageProps {
  readonly search: OverviewSearch;
  /** Same reference at every render. */
  readonly onChange: (change: Partial<OverviewSearch>) => void;
}

/** Every task of the organisation, computed on this device (sessions spec, 2 "Organisation task overview"). */
export function OverviewPage(props: OverviewPageProps) {
  const actor = useActor();
  if (actor === undefined) return null;
  if (!isAdministrative(actor)) {
    return (
      <Page title={i18n.t('Overall Task')}>
        <EmptyState text={i18n.t('Only levels 1 to 3 see the tasks of the whole organisation')} />
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
  const { soFar, all } = useAllTasksAsRead();
  const people = usePeople();
  const projects = useProjects();
  const names = useNames(people, projects);
  const slugs = useMemo(() => new Map(projects?.map(({ id, slug }) => [id, slug])), [projects]);
  const viewer = useViewer();
  const filters = useFilters(search, viewer.today);
  // Typing and clicking do not wait for the table to be filtered again.
  const wanted = useDeferredValue(search);
  const wantedFilters = useFilters(wanted, viewer.today);
  const { sort, dir } = wanted;
  // Rows are read newest first: partial results can be shown in that order, any other order needs all rows.
  const some = isNewestFirst(wanted) ? soFar?.rows : undefined;
  const ordered = useMemo(() => {
    if (all !== undefined) return newestFirst(all);
    return some && sortedByAge(some);
  }, [all, some]);
  const onSearch = useSearchPreparation(ordered);
  const listed = useMemo(
    () =>
      ordered && names && overviewRows(ordered, { ...wantedFilters, sort, dir }, { names, viewer }),
    [ordered, names, wantedFilters, sort, dir, viewer],
  );
  const columns = useMemo(
    () => (names === undefined ? [] : overviewColumns(specialRole, names, viewer)),
    [names, specialRole, viewer],
  );
  const [hidden, setHidden] = useStored('columns', parseHidden);
  const wantedHidden = useDeferredValue(hidden);
  const visible = useMemo(
    () => columns.filter(({ key }) => !wantedHidden.includes(key)),
    [columns, wantedHidden],
  );
  const total = all === undefined ? undefined : listed?.length;
  const pages = total === undefined ? undefined : Math.max(1, Math.ceil(total / ITEMS_PER_PAGE));
  const page = Math.min(wanted.page ?? 1, pages ?? Infinity);
  const start = (page - 1) * ITEMS_PER_PAGE;
  const shown = useMemo(() => listed?.slice(start, start + ITEMS_PER_PAGE), [listed, start]);
  const isReading = all === undefined && (shown?.length ?? 0) < ITEMS_PER_PAGE;
  const isWaiting = shown === undefined || (isReading && shown.length === 0);
  const absent = useAbsentRows({ filters: wantedFilters, viewer, listed, all });
  const [download, isSaving] = useDownload({ listed, all, columns, viewer, absent });
  return (
    <Page
      title={i18n.t('Overall Task')}
      width="full"
      hint={
        total === undefined
          ? countingMessage(soFar?.share)
          : totalMessage(total, absent.projects.length > 0)
      }
      actions={
        <>
          <ViewsMenu
            view={{ search: { ...search, page: undefined }, hidden }}
            onApply={(view) => {
              onChange({ ...NO_VIEW, ...view.search, page: undefined });
              setHidden(() => view.hidden);
            }}
          />
          <ColumnsMenu columns={columns} hidden={hidden} onHidden={setHidden} />
          <Button
            variant="default"
            leftSection={<IconDownload {...SMALL_ICON} />}
            disabled={total === undefined || (total === 0 && absent.rows.length === 0)}
            loading={isSaving}
            onClick={download}
          >
            {i18n.t('Export CSV')}
          </Button>
        </>
      }
    >
      <OverviewFilters
        {...{ filters, people, projects, onChange, onSearch }}
        today={viewer.today}
      />
      {isWaiting ? (
        <LoadingRows count={10} />
      ) : (
        <Listed
          listed={shown}
          start={start}
          search={wanted}
          columns={visible}
          isWhole={absent.projects.length === 0}
          {...{ slugs, onChange }}
        />
      )}
      {isReading && <ReadingLine share={soFar?.share} />}
      {pages !== undefined && pages > 1 && (
        <OverviewPager
          page={page}
          pages={pages}
          onPage={(next) => onChange({ page: next === 1 ? undefined : next })}
        />
      )}
      <AbsentRows absent={absent} columns={visible} slugs={slugs} />
    </Page>
  );
}

/** Filters and order that a view without any has. */
const NO_VIEW = { ...NO_FILTER, sort: undefined, dir: undefined } as const;

interface ListedProps extends OverviewPageProps {
  readonly listed: readonly TaskSummary[];
  readonly start: number;
  readonly columns: ReturnType<typeof overviewColumns>;
  /** Slugs by project id; part of a task's address. */
  readonly slugs: ReadonlyMap<string, string>;
  /** False when tasks of some projects are not on this device. */
  readonly isWhole: boolean;
}

/** Rendered only when the rows change, not while the filters respond to a click. */
const Listed = memo(function Listed(props: ListedProps) {
  const { listed, start, columns, slugs, search, isWhole, onChange } = props;
  if (listed.length > 0) {
    return (
      <OverviewTable
        tasks={listed}
        start={start}
        columns={columns}
        slugs={slugs}
        search={search}
        onSort={(sort, dir) => onChange({ sort, dir, page: undefined })}
      />
    );
  }
  return (
    <EmptyState
      text={isWhole ? i18n.t('No tasks found !!') : i18n.t('No tasks found on this device')}
      action={
        hasFilter(search) ? (
          <Button variant="default" onClick={() => onChange(NO_FILTER)}>
            {i18n.t('Clear filter')}
          </Button>
        ) : undefined
      }
    />
  );
});

/**
 * Same reference as long as no filter changes, so that another page or order neither renders a filter nor
 * filters again. A day after today, possible only in an address, is no filter (sessions spec, 5).
 */
function useFilters(
  { q, completed, status, assignee, of, created: day }: OverviewSearch,
  today: string,
): Filters {
  const created = day !== undefined && day <= today ? day : undefined;
  return useMemo(
    () => ({ q, completed, status, assignee, of, created }),
    [q, completed, status, assignee, of, created],
  );
}

function useNames(
  people: readonly OrgUser[] | undefined,
  projects: readonly Project[] | undefined,
): Names | undefined {
  const labels = useLabelNames();
  return useMemo(() => {
    if (people === undefined || labels === undefined || projects === undefined) return undefined;
    return {
      people: new Map(people.map((person) => [person.id, nameWithState(person)])),
      labels,
      projects: new Map(projects.map(({ id, name }) => [id, name])),
    };
  }, [people, labels, projects]);
}

/** Prepares the search once its field has the focus. */
function useSearchPreparation(tasks: readonly TaskSummary[] | undefined): () => void {
  const [isWanted, setWanted] = useState(false);
  useEffect(
    () => (isWanted && tasks !== undefined ? prepareSearch(tasks) : undefined),
    [isWanted, tasks],
  );
  return useCallback(() => setWanted(true), []);
}

function useViewer(): Viewer {
  const now = useNow(60_000);
  const today = dayAt(now, deviceOffset);
  return useMemo(() => ({ today, offsetAt: deviceOffset }), [today]);
}

function countingMessage(share: number | undefined): string {
  return share === undefined
    ? i18n.t('Counting…')
    : i18n.t('Counting… {share}', { share: percent(share) });
}

function totalMessage(total: number, isOfDevice: boolean): string {
  const number = formatNumber(total);
  if (isOfDevice) {
    return i18n.t(
      '{count, plural, one {{number} task on this device} other {{number} tasks on this device}}',
      { count: total, number },
    );
  }
  return i18n.t('{count, plural, one {{number} task} other {{number} tasks}}', {
    count: total,
    number,
  });
}
