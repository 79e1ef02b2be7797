import { i18n } from '../../i18n/i18n.ts';
import { AbsentTasks } from '../../ui/layout/absent-tasks.tsx';
import type { OverviewColumn } from './overview-columns.ts';
import type { OverviewSearch } from './overview-search.ts';
import { OverviewTable } from './overview-table.tsx';
import type { AbsentOverview } from './use-absent-rows.ts';

interface AbsentRowsProps {
  readonly absent: AbsentOverview;
  readonly columns: readonly OverviewColumn[];
  /** Slugs by project id; part of a task's address. */
  readonly slugs: ReadonlyMap<string, string>;
}

/** The server sends the newest first; the order of the table above would need all of them. */
const NEWEST_FIRST: OverviewSearch = {};

/** Tasks that pass the filters and are not on this device, below those that are. */
export function AbsentRows({ absent, columns, slugs }: AbsentRowsProps) {
  const { projects, rows, count, answer } = absent;
  return (
    <AbsentTasks projects={projects.length} answer={answer} count={count}>
      {rows.length === 0 ? null : (
        <OverviewTable
          tasks={rows}
          start={0}
          columns={columns}
          slugs={slugs}
          search={NEWEST_FIRST}
          label={i18n.t('Tasks that are not on this device')}
        />
      )}
    </AbsentTasks>
  );
}
