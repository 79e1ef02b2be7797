import { Button, Select } from '@mantine/core';
import { IconCloudOff, IconHistory } from '@tabler/icons-react';
import type { OrgUser } from '../../../../model/entities/org-user.ts';
import { nameWithState } from '../../../data/person-name.ts';
import { type ActivityEntry, useActivity } from '../../../data/activity.ts';
import { useOrganizationTeams } from '../../../data/administration.ts';
import { useCardNames } from '../../../data/cards.ts';
import { useCommentedTasks } from '../../../data/comments.ts';
import { useFlags } from '../../../data/flags.ts';
import { useLabelNames } from '../../../data/labels.ts';
import { useRestoredValues } from '../../../data/own-restored-values.ts';
import type { Roles } from '../../../data/people.ts';
import { useProjects } from '../../../data/projects.ts';
import { useWorkspaces } from '../../../data/workspaces.ts';
import { i18n, translated } from '../../../i18n/i18n.ts';
import { EmptyState } from '../../../ui/layout/empty-state.tsx';
import { formatInstant } from '../../../ui/text/date-format.ts';
import { ICON } from '../../../ui/marks/icon.ts';
import { LoadingRows } from '../../../ui/layout/loading-rows.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { ActivityItem } from './activity-item.tsx';
import list from '../log-list.module.css';
import type { NameOf } from './activity-format.ts';
import { goneRows, rowKey } from './gone-rows.ts';
import { ACTIVITY_KINDS, type TabProps } from '../organization-search.ts';
import page from '../organization-page.module.css';
import { PersonFilter } from '../person-filter.tsx';

interface ActivityTabProps extends TabProps {
  readonly people: readonly OrgUser[];
  readonly lists: Roles;
}

/** Activity of the organisation, newest first, from the server's log; overwritten values can be restored. */
export function ActivityTab({ people, lists, search, onSearch }: ActivityTabProps) {
  const { kind, by } = search;
  const { entries, keptAt, failure, hasMore, isLoading, more, again } = useActivity({ kind, by });
  const { own, restoreValue } = useRestoredValues({ entries, again, filters: { kind, by } });
  const nameOf = useNames(people, lists, entries);
  const now = useNow(60_000);
  const onTheWay = own.flatMap(({ entry, refusal }) => (refusal === undefined ? [entry] : []));
  const here = (useOrganizationTeams() ?? []).map(({ id }) => ({ table: 'teams', row: id }));
  const gone = goneRows([...onTheWay, ...(entries ?? [])], here);
  const isFiltered = kind !== undefined || by !== undefined;
  return (
    <>
      <div className={page['toolbar']}>
        <Filters people={people} search={search} onSearch={onSearch} />
        <span className={page['gap']} />
        <Button
          variant="default"
          onClick={again}
          disabled={isLoading || failure?.isOffline === true}
        >
          {i18n.t('Refresh')}
        </Button>
      </div>
      {failure === undefined || entries === undefined ? null : (
        <output className={list['stale']}>
          {failure.isOffline
            ? keptMessage(keptAt, now)
            : i18n.t('The newest changes could not be read: {reason}', {
                reason: translated(failure.message),
              })}
        </output>
      )}
      {entries === undefined ? (
        failure === undefined ? (
          <LoadingRows />
        ) : (
          <EmptyState
            icon={<IconCloudOff {...ICON} size={30} />}
            text={
              failure.isOffline
                ? i18n.t('You are offline')
                : i18n.t('The history could not be read')
            }
            hint={
              failure.isOffline
                ? i18n.t(
                    'The history of changes is kept on the server. It shows here as soon as there is a connection.',
                  )
                : translated(failure.message)
            }
            action={
              failure.isOffline ? undefined : (
                <Button variant="default" onClick={again}>
                  {i18n.t('Try again')}
                </Button>
              )
            }
          />
        )
      ) : entries.length === 0 && own.length === 0 ? (
        <EmptyState
          icon={<IconHistory {...ICON} size={30} />}
          text={
            isFiltered
              ? i18n.t('Nothing of this kind was changed')
              : i18n.t('Nothing was changed yet')
          }
          action={
            isFiltered ? (
              <Button
                variant="default"
                onClick={() => onSearch({ kind: undefined, by: undefined })}
              >
                {i18n.t('Clear filters')}
              </Button>
            ) : undefined
          }
        />
      ) : (
        <ol className={list['list']} aria-label={i18n.t('Changes, newest first')}>
          {own.map(({ entry, refusal }) => (
            <ActivityItem key={entry.at} {...{ entry, refusal, nameOf, now }} />
          ))}
          {entries.map((entry) => (
            <ActivityItem
              key={`${entry.version}|${entry.table}|${entry.row}`}
              entry={entry}
              nameOf={nameOf}
              now={now}
              isGone={gone.has(rowKey(entry))}
              onRestoreValue={restoreValue}
            />
          ))}
        </ol>
      )}
      {hasMore ? (
        <div className={list['more']}>
          <Button variant="default" onClick={more} disabled={isLoading}>
            {isLoading ? i18n.t('Loading…') : i18n.t('Show older changes')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Filters({ people, search, onSearch }: Omit<ActivityTabProps, 'lists'>) {
  const { kind, by } = search;
  return (
    <>
      <Select
        className={page['kind']}
        size="sm"
        clearable
        aria-label={i18n.t('Kind')}
        placeholder={i18n.t('Everything')}
        data={kinds()}
        value={kind ?? null}
        onChange={(value) => onSearch({ kind: ACTIVITY_KINDS.find((one) => one === value) })}
      />
      <PersonFilter people={people} value={by} onChange={(person) => onSearch({ by: person })} />
    </>
  );
}

function keptMessage(keptAt: number | undefined, now: number): string {
  if (keptAt === undefined) return i18n.t('You are offline: this is what was read before.');
  const time = formatInstant(new Date(keptAt).toISOString(), now);
  return i18n.t('You are offline: this is what was read before ({time}).', { time });
}

function kinds() {
  return [
    { value: 'people', label: i18n.t('People') },
    { value: 'roles', label: i18n.t('Roles and categories') },
    { value: 'levels', label: i18n.t('Levels') },
    { value: 'projects', label: i18n.t('Projects') },
    { value: 'tasks', label: i18n.t('Tasks') },
    { value: 'other', label: i18n.t('Organisation and teams') },
  ];
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** Names of referenced rows, from this device. */
function useNames(
  people: readonly OrgUser[],
  lists: Roles,
  entries: readonly ActivityEntry[] = [],
): NameOf {
  const projects = useProjects() ?? [];
  const flags = useFlags() ?? [];
  const workspaces = useWorkspaces() ?? [];
  const cards = useCardNames() ?? NO_NAMES;
  const labels = useLabelNames() ?? NO_NAMES;
  const comments = entries.filter(({ table, name }) => table === 'comments' && name === '');
  const commented = useCommentedTasks(comments.map(({ row }) => row));
  const tables = {
    people: new Map(people.map((person) => [person.id, nameWithState(person)])),
    roles: new Map(lists.roles.map(({ id, name }) => [id, name])),
    levels: new Map(lists.levels.map(({ id, name }) => [id, name])),
    categories: new Map(lists.categories.map(({ id, name }) => [id, name])),
    projects: new Map(projects.map(({ id, name }) => [id, name])),
    workspaces: new Map(workspaces.map(({ id, name }) => [id, name])),
    cards,
    labels,
    commented,
    flags: new Map(flags.map(({ id, name }) => [id, name])),
  };
  return (table, id) => tables[table].get(id);
}
