import { Button, Select } from '@mantine/core';
import { IconCloudOff, IconHistory } from '@tabler/icons-react';
import type { OrgUser } from '../../../../model/entities/org-user.ts';
import { nameWithState } from '../../../../model/shared/person-name.ts';
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
import { EmptyState } from '../../../ui/layout/empty-state.tsx';
import { formatInstant } from '../../../ui/text/date-format.ts';
import { ICON } from '../../../ui/marks/icon.ts';
import { LoadingRows } from '../../../ui/layout/loading-rows.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { ActivityItem } from './activity-item.tsx';
import styles from './activity-tab.module.css';
import type { NameOf } from './activity-format.ts';
import { goneRows, rowKey } from './gone-rows.ts';
import { ACTIVITY_KINDS, type TabProps } from '../organization-search.ts';
import page from '../organization-page.module.css';

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
        <Select
          className={page['kind']}
          size="sm"
          clearable
          aria-label="Kind"
          placeholder="Everything"
          data={KINDS}
          value={kind ?? null}
          onChange={(value) => onSearch({ kind: ACTIVITY_KINDS.find((one) => one === value) })}
        />
        <Select
          className={page['search']}
          size="sm"
          clearable
          searchable
          limit={60}
          aria-label="Person"
          placeholder="Everybody"
          nothingFoundMessage="Nobody of that name"
          data={people
            .filter(({ user }) => user !== '')
            .map((person) => ({ value: person.id, label: nameWithState(person) }))}
          value={by ?? null}
          onChange={(value) => onSearch({ by: value ?? undefined })}
        />
        <span className={page['gap']} />
        <Button
          variant="default"
          onClick={again}
          disabled={isLoading || failure?.isOffline === true}
        >
          Refresh
        </Button>
      </div>
      {failure === undefined || entries === undefined ? null : (
        <output className={styles['stale']}>
          {failure.isOffline
            ? `You are offline: this is what was read before${keptMessage(keptAt, now)}.`
            : `The newest changes could not be read: ${failure.message}`}
        </output>
      )}
      {entries === undefined ? (
        failure === undefined ? (
          <LoadingRows />
        ) : (
          <EmptyState
            icon={<IconCloudOff {...ICON} size={30} />}
            text={failure.isOffline ? 'You are offline' : 'The history could not be read'}
            hint={
              failure.isOffline
                ? 'The history of changes is kept on the server. It shows here as soon as there is a connection.'
                : failure.message
            }
            action={
              failure.isOffline ? undefined : (
                <Button variant="default" onClick={again}>
                  Try again
                </Button>
              )
            }
          />
        )
      ) : entries.length === 0 && own.length === 0 ? (
        <EmptyState
          icon={<IconHistory {...ICON} size={30} />}
          text={isFiltered ? 'Nothing of this kind was changed' : 'Nothing was changed yet'}
          action={
            isFiltered ? (
              <Button
                variant="default"
                onClick={() => onSearch({ kind: undefined, by: undefined })}
              >
                Clear filters
              </Button>
            ) : undefined
          }
        />
      ) : (
        <ol className={styles['list']} aria-label="Changes, newest first">
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
        <div className={styles['more']}>
          <Button variant="default" onClick={more} disabled={isLoading}>
            {isLoading ? 'Loading…' : 'Show older changes'}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function keptMessage(keptAt: number | undefined, now: number): string {
  if (keptAt === undefined) return '';
  const offset = new Date(now).getTimezoneOffset();
  return ` (${formatInstant(new Date(keptAt).toISOString(), now, offset)})`;
}

const KINDS = [
  { value: 'people', label: 'People' },
  { value: 'roles', label: 'Roles and categories' },
  { value: 'levels', label: 'Levels' },
  { value: 'projects', label: 'Projects' },
  { value: 'tasks', label: 'Tasks' },
  { value: 'other', label: 'Organisation and teams' },
];

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
