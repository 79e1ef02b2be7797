import { useMemo } from 'react';
import { dayAt, deviceOffset } from '../../data/local-time.ts';
import { type TaskSummary, useAllTasks } from '../../data/all-tasks.ts';
import { type AbsentFigures, useAbsentFigures, useSummarized } from '../../data/summary-tasks.ts';
import { useProjects } from '../../data/projects.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { addFigures, type Figures, figuresOf, type Viewer, weekStarts } from './figures.ts';

/** The viewer's day and time zone, updated at midnight. */
export function useViewer(): Viewer {
  const now = useNow(60_000);
  const today = dayAt(now, deviceOffset);
  return useMemo(() => ({ today, offsetAt: deviceOffset }), [today]);
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

interface AllFigures {
  /** Undefined while they are read. */
  readonly figures: Figures | undefined;
  readonly absent: AbsentFigures;
}

/**
 * Figures of all projects. Those of projects of which this device has only the summary are the server's, once they are
 * here; until then the tasks of these projects that are on this device are counted.
 */
export function useAllFigures(): AllFigures {
  const viewer = useViewer();
  const tasks = useTasksOf(undefined);
  const summarized = useSummarized();
  const weeks = useMemo(() => weekStarts(viewer), [viewer]);
  const absent = useAbsentFigures(summarized, { today: viewer.today, weeks });
  const further = absent.figures;
  const figures = useMemo(() => {
    if (tasks === undefined) return undefined;
    if (further === undefined) return figuresOf(tasks, viewer);
    const others = new Set(summarized);
    const own = figuresOf(
      tasks.filter(({ project }) => !others.has(project)),
      viewer,
    );
    return addFigures(own, further);
  }, [tasks, further, summarized, viewer]);
  return { figures, absent };
}
