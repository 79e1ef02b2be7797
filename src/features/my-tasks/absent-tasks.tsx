import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useAllTasks } from '../../data/all-tasks.ts';
import { useActor } from '../../data/client.tsx';
import { useProjects } from '../../data/projects.ts';
import { type SummaryFilters, useAbsentTasks, useSummarized } from '../../data/summary-tasks.ts';
import { AbsentList } from '../../ui/layout/absent-list.tsx';
import { AbsentTasks } from '../../ui/layout/absent-tasks.tsx';
import { isKept, rolesIn } from './my-tasks-rows.ts';
import type { MyTasksSearch } from './my-tasks-search.ts';
import styles from './my-tasks.module.css';

interface MyAbsentTasksProps {
  readonly search: MyTasksSearch;
  readonly today: string;
}

/** Tasks of the viewer in projects of which this device has only the summary: their own open ones are always here. */
export function MyAbsentTasks({ search, today }: MyAbsentTasksProps) {
  const me = useActor()?.orgUserId;
  const all = useAllTasks();
  const projects = useProjects();
  const summarized = useSummarized();
  const { of } = search;
  const asked = useMemo(
    () => summarized.filter((id) => of === undefined || id === of),
    [summarized, of],
  );
  const filters = useMemo(
    () => (me === undefined ? undefined : questionOf(search, { me, today })),
    [me, search, today],
  );
  const answer = useAbsentTasks(asked, filters, { counted: false });
  const byId = new Map(projects?.map((project) => [project.id, project]));
  const names = new Map(projects?.map(({ id, name }) => [id, name]));
  // The server reads roles and words more broadly.
  const rows = answer.tasks.filter((task) => {
    const roles = rolesIn(task, me ?? '');
    const isMine = roles.length > 0 && all?.has(task.id) !== true;
    return isMine && isKept(task, roles, search, { today, projects: names });
  });
  return (
    <AbsentTasks
      projects={answer.projects}
      answer={answer}
      count={answer.hasMore ? undefined : rows.length}
    >
      <AbsentList
        today={today}
        rows={rows.map(({ id, name, project, end_date }) => ({
          id,
          name: (
            <Link
              to="/workspace/$slug"
              params={{ slug: byId.get(project)?.slug ?? '' }}
              search={{ task: id }}
              className={styles['name']}
            >
              {name}
            </Link>
          ),
          project: names.get(project) ?? '',
          end_date,
        }))}
      />
    </AbsentTasks>
  );
}

/** Longest search that the server reads. */
const LETTERS = 200;

const STATES: Readonly<
  Record<NonNullable<MyTasksSearch['state']> | 'open', Partial<SummaryFilters>>
> = {
  open: { is_completed: false },
  overdue: { statuses: ['Over Due'] },
  waiting: { is_completed: false, is_completed_employee: true },
  completed: { is_completed: true },
  all: {},
};

function questionOf(
  { role, state, words }: MyTasksSearch,
  { me, today }: { readonly me: string; readonly today: string },
): SummaryFilters {
  const q = words?.trim().slice(0, LETTERS) ?? '';
  return {
    today,
    ...(role === 'assignee' ? { assignees: [me] } : { person: me }),
    ...STATES[state ?? 'open'],
    ...(q !== '' && { q }),
  };
}
