import type { TaskSummary } from '../../data/all-tasks.ts';
import { useClient } from '../../data/client.tsx';
import { readAbsentTasks } from '../../data/summary-tasks.ts';
import { useIsReachable } from '../../data/sync-status.ts';
import { i18n } from '../../i18n/i18n.ts';
import { saveFile } from '../../ui/files/save-file.ts';
import { useOnce } from '../../ui/hooks/use-once.ts';
import { showToast } from '../../ui/overlays/toasts.tsx';
import type { OverviewColumn } from './overview-columns.ts';
import { overviewCsv } from './overview-csv.ts';
import type { Viewer } from './overview-facets.ts';
import type { AbsentOverview } from './use-absent-rows.ts';

interface Input {
  readonly listed: readonly TaskSummary[] | undefined;
  /** All tasks on this device; undefined while they are read. */
  readonly all: ReadonlyMap<string, TaskSummary> | undefined;
  readonly columns: readonly OverviewColumn[];
  readonly viewer: Viewer;
  readonly absent: AbsentOverview;
}

/**
 * Saves the rows of the overview as a file, those that are not on this device after the others. Without the server it
 * saves the first ones, and says what the file lacks.
 */
export function useDownload({ listed, all, columns, viewer, absent }: Input) {
  const client = useClient();
  const isReachable = useIsReachable();
  return useOnce(async () => {
    if (listed === undefined || all === undefined) return;
    const { projects, filters } = absent;
    const further = isReachable
      ? await readAbsentTasks(client, projects, filters).catch(() => undefined)
      : undefined;
    const rows = [...listed, ...(further ?? []).filter(({ id }) => !all.has(id))];
    saveFile(await overviewCsv(rows, columns), `tasks-${viewer.today}.csv`);
    if (projects.length === 0 || further !== undefined) return;
    showToast({
      kind: 'info',
      message: i18n.t(
        '{projects, plural, one {The file lacks tasks of # project that are not on this device: the server did not answer.} other {The file lacks tasks of # projects that are not on this device: the server did not answer.}}',
        { projects: projects.length },
      ),
    });
  });
}
