import { Button } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { localDay } from '../../../../model/shared/dates.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { deviceOffset } from '../../../data/local-time.ts';
import { useBulkTasks } from '../../../data/bulk-tasks.ts';
import { useReportBulk } from '../../../data/bulk-report.ts';
import { useProjects } from '../../../data/projects.ts';
import { useSinceYouLeft } from '../../../data/since-you-left.ts';
import { useSnooze } from '../../../data/snoozes.ts';
import { useToggleTask } from '../../../data/toggle-task.ts';
import { useDelay } from '../../../ui/hooks/use-delay.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { LoadingRows } from '../../../ui/layout/loading-rows.tsx';
import { SnoozedRows } from './snoozed-rows.tsx';
import { TodayGroupView } from './today-group.tsx';
import { TodayHead } from './today-head.tsx';
import type { RowActions } from './today-row.tsx';
import type { TodayRow } from './today-rows.ts';
import styles from './today.module.css';
import { useToday } from './use-today.ts';
import { useTodayKeys } from './use-today-keys.ts';

interface TodayProps {
  /** Rest of the page; shown when all of today's rows have been read, so that it does not move down. */
  readonly children: ReactNode;
}

/** Milliseconds until the rest of the page is shown although rows are missing: all tasks of a large organisation. */
const LONGEST_WAIT = 2_000;

/**
 * What needs the viewer today, from this device's rows alone. J, K and the arrow keys move between rows, Space ticks, Z
 * snoozes. Before the first project there is the rest of the page alone.
 */
export function Today({ children }: TodayProps) {
  const now = useNow(60_000);
  const today = localDay(now, deviceOffset(now));
  const { news, isRead: isNewsRead, seen } = useSinceYouLeft();
  const read = useToday({ now, today }, news);
  const isLate = useDelay(LONGEST_WAIT);
  const isWhole = read !== undefined && (isLate || (read.isComplete && isNewsRead));
  const projects = useProjects();
  const list = useRef<HTMLElement>(null);
  const [menu, setMenu] = useState<string>();
  const [isShowingSnoozed, setShowingSnoozed] = useState(false);
  const actions = useRowActions({ now, today, menu, setMenu });
  const rows = read?.groups.flatMap((group) => group.rows) ?? [];
  useTodayKeys(list, rows, { tick: actions.tick, snooze: setMenu });
  const isShown = projects?.length !== 0 || rows.length > 0;
  const snoozed = read?.snoozed ?? [];
  const bySeen = (title: string) => {
    const isMerged = rows.some(({ change }) => change === 'merged');
    const hasNews = read?.groups.some((group) => group.title === 'Since you left') === true;
    return title === 'Since you left' || (title === 'Needs attention' && isMerged && !hasNews);
  };
  return (
    <>
      {isShown && (
        <section ref={list} className={styles['today']} aria-labelledby="home-today">
          <TodayHead
            snoozed={snoozed.length}
            isShowingSnoozed={isShowingSnoozed}
            onSnoozed={() => setShowingSnoozed((before) => !before)}
          />
          {read === undefined ? <LoadingRows count={3} height={44} /> : null}
          {read?.groups.map((group) => (
            <TodayGroupView
              key={group.title}
              group={group}
              actions={actions}
              action={
                group.title === 'Waiting for your acceptance' && group.rows.length > 1 ? (
                  <AcceptAll rows={group.rows} />
                ) : bySeen(group.title) ? (
                  <Button size="compact-sm" variant="subtle" color="gray" onClick={seen}>
                    {i18n.t('Got it')}
                  </Button>
                ) : undefined
              }
            />
          ))}
          {read?.isComplete === true && rows.length === 0 ? (
            <p className={styles['none']}>{i18n.t('Nothing due. Nicely done.')}</p>
          ) : null}
          {isShowingSnoozed && snoozed.length > 0 ? <SnoozedRows rows={snoozed} now={now} /> : null}
        </section>
      )}
      {/* At one place in the tree, so that the first project does not mount the page again. */}
      {isShown && !isWhole ? null : children}
    </>
  );
}

/** Accepts every task of the group, also those that are not shown; one Undo reverts all. */
function AcceptAll({ rows }: { readonly rows: readonly TodayRow[] }) {
  const bulk = useBulkTasks();
  const report = useReportBulk();
  const ids = rows.flatMap(({ task }) => task?.id ?? []);
  const accept = async () => {
    await report(await bulk.complete(ids), { many: i18n.t('accepted') });
  };
  return (
    <Button size="compact-sm" variant="subtle" onClick={() => void accept()}>
      {i18n.t('Accept all {count}', { count: ids.length })}
    </Button>
  );
}

interface Context {
  readonly now: number;
  readonly today: string;
  readonly menu: string | undefined;
  readonly setMenu: (key: string | undefined) => void;
}

function useRowActions({ now, today, menu, setMenu }: Context): RowActions {
  const { tickOf, toggle } = useToggleTask();
  const snooze = useSnooze();
  return {
    now,
    today,
    menu,
    onMenu: setMenu,
    tickOf,
    tick: ({ task }: TodayRow) => {
      if (task !== undefined && tickOf(task).ticked !== undefined) void toggle(task);
    },
    snooze: ({ task }, { until, when }) => {
      if (task === undefined) return;
      void snooze(task.id, new Date(until).toISOString(), {
        message: i18n.t('Snoozed until {when}', { when }),
        undo: () => snooze(task.id, null),
      });
    },
  };
}
