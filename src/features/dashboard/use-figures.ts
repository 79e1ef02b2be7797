import { useMemo } from 'react';
import { localDay } from '../../../model/shared/dates.ts';
import { type TaskSummary, useAllTasks } from '../../data/all-tasks.ts';
import { useProjects } from '../../data/projects.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { type Figures, figuresOf, type Viewer } from './figures.ts';

/** The viewer's day and time zone, updated at midnight. */
export function useViewer(): Viewer {
  const now = useNow(60_000);
  const offsetMinutes = new Date(now).getTimezoneOffset();
  const today = localDay(now, offsetMinutes);
  return useMemo(() => ({ today, offsetMinutes }), [today, offsetMinutes]);
}

/** Tasks of all active projects, or of one project; undefined while they are read. */
export function useTasksOf(project: string | undefined): readonly TaskSummary[] | undefined {
  const tasks = useAllTasks();
  const projects = useProjects();
  return useMemo(() => {
    if (tasks === undefined || projects === undefined) return undefined;
    const all = [...tasks.values()];
    if (project !== undefined) return all.filter((task) => task.project === project);
    const active = new Set(projects.map(({ id }) => id));
    return all.filter((task) => active.has(task.project));
  }, [tasks, projects, project]);
}

export function useFigures(tasks: readonly TaskSummary[] | undefined): Figures | undefined {
  const viewer = useViewer();
  return useMemo(() => tasks && figuresOf(tasks, viewer), [tasks, viewer]);
}
