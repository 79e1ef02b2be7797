import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { useFlags } from '../../data/flags.ts';
import { useProjects } from '../../data/projects.ts';
import { useTaskMarks } from '../../data/tasks.ts';
import { useToggleTask } from '../../data/toggle-task.ts';
import { MyTaskRow } from './my-task-row.tsx';
import styles from './my-tasks.module.css';
import type { Row } from './my-tasks-rows.ts';

const HEIGHT = { group: 44, task: 52 } as const;

interface MyTasksListProps {
  readonly rows: readonly Row[];
  readonly today: string;
}

/** Virtualised list. J, K and the arrow keys move between tasks, Enter opens one. */
export function MyTasksList({ rows, today }: MyTasksListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const scroller = document.querySelector('#content');
    if (list.current === null || scroller === null) return;
    const top = list.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
    setMargin(top + scroller.scrollTop);
  }, []);
  // oxlint-disable-next-line react/incompatible-library -- functions stay outside memoised code
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => document.querySelector<HTMLElement>('#content'),
    estimateSize: (index) => HEIGHT[rows[index]?.kind ?? 'task'],
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 12,
    scrollMargin: margin,
  });
  const items = virtual.getVirtualItems();
  const shown = items.flatMap(({ index }) => {
    const row = rows[index];
    return row?.kind === 'task' ? [row.task.id] : [];
  });
  const marks = useTaskMarks(shown);
  const projects = useProjects();
  const flags = useFlags();
  const { tickOf, toggle } = useToggleTask();
  const byId = useMemo(() => new Map(projects?.map((one) => [one.id, one])), [projects]);
  const flagById = useMemo(() => new Map(flags?.map((flag) => [flag.id, flag])), [flags]);
  useListKeys((from, step) => {
    const next = nextTask(rows, from, step);
    if (next === undefined) return false;
    virtual.scrollToIndex(next, { align: 'auto' });
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-index="${next}"] a`)?.focus(),
    );
    return true;
  });
  return (
    <ul
      ref={list}
      className={styles['list']}
      aria-label={i18n.t('My tasks')}
      style={{ height: virtual.getTotalSize() }}
    >
      {items.map(({ index, key, start, size }) => {
        const row = rows[index];
        if (row === undefined) return null;
        const style = { height: size, transform: `translateY(${start - margin}px)` };
        return (
          <li key={key} data-index={index} className={styles['row']} style={style}>
            {row.kind === 'group' ? (
              <h2 className={styles['group']}>
                {row.title} <span className={styles['count']}>{row.count}</span>
              </h2>
            ) : (
              <MyTaskRow
                mine={row}
                today={today}
                project={byId.get(row.task.project)}
                flag={flagById.get(row.task.flag ?? '')}
                mark={marks?.get(row.task.id)}
                tick={tickOf(row.task)}
                onToggle={() => void toggle(row.task)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/**
 * Handles J, K and the arrow keys unless the focus is in a field, a menu or a panel. `go` returns true when
 * the focus moved.
 */
function useListKeys(go: (from: number, step: 1 | -1) => boolean): void {
  const latest = useRef(go);
  useEffect(() => {
    latest.current = go;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      const { target } = event;
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.defaultPrevented || !(target instanceof Element)) return;
      if (target.closest(ELSEWHERE) !== null) return;
      const at = target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? '-1';
      if (latest.current(Number(at), step)) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** Elements in which these keys have another meaning. */
const ELSEWHERE =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], dialog, nav, [role="menu"], [role="listbox"]';

const STEPS: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

function nextTask(rows: readonly Row[], from: number, step: 1 | -1): number | undefined {
  for (let index = from + step; index >= 0 && index < rows.length; index += step) {
    if (rows[index]?.kind === 'task') return index;
  }
  return undefined;
}
