import { useMemo } from 'react';
import type { Project } from '../../../model/entities/project.ts';
import type { Task } from '../../../model/entities/task.ts';
import { type SummaryFilters, useAbsentTasks, useSummarized } from '../../data/summary-tasks.ts';
import { AbsentList } from '../../ui/layout/absent-list.tsx';
import { AbsentTasks } from '../../ui/layout/absent-tasks.tsx';
import { TaskLink } from './task-link.tsx';

interface AbsentPersonTasksProps {
  readonly person: string;
  readonly today: string;
  /** Tasks of the person on this device. */
  readonly here: readonly Task[];
  readonly projects: ReadonlyMap<string, Project>;
}

/** Tasks of a person in projects of which this device has only the summary. */
export function AbsentPersonTasks({ person, today, here, projects }: AbsentPersonTasksProps) {
  const summarized = useSummarized();
  const filters = useMemo((): SummaryFilters => ({ today, assignees: [person] }), [today, person]);
  const answer = useAbsentTasks(summarized, filters, { counted: true });
  const known = new Set(here.map(({ id }) => id));
  const rows = answer.tasks.filter(({ id }) => !known.has(id));
  const { counts } = answer;
  const others = new Set(summarized);
  const both = here.filter(({ project }) => others.has(project)).length;
  const count =
    counts === undefined
      ? undefined
      : Math.max(rows.length, counts.overdue + counts.pending + counts.completed - both);
  return (
    <AbsentTasks projects={answer.projects} answer={answer} count={count}>
      <AbsentList
        today={today}
        rows={rows.map((task) => ({
          id: task.id,
          name: <TaskLink task={task} slug={projects.get(task.project)?.slug} />,
          project: projects.get(task.project)?.name ?? '',
          end_date: task.end_date,
        }))}
      />
    </AbsentTasks>
  );
}
