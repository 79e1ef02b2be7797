import { presentFields } from './fields.ts';
import { edgeId } from './edge-id.ts';
import type { Label } from '../../model/entities/label.ts';
import type { Project } from '../../model/entities/project.ts';
import { type Task, tasks } from '../../model/entities/task.ts';
import { taskStatus } from '../../model/shared/task-status.ts';
import { type BoardContext, presentFlag } from './board.ts';
import { presentMember, presentUser } from './people.ts';

export interface OverviewContext extends BoardContext {
  readonly projects: ReadonlyMap<string, Project>;
  readonly labels: ReadonlyMap<string, Label>;
  /** The calendar day to which due dates are compared. */
  readonly today: string;
}

/**
 * A task of the overview (sessions spec, 3 "Task (overview)"), with the names of the rows that it refers to and its
 * derived status.
 */
export function presentOverviewTask(task: Task, context: OverviewContext) {
  const { directory, flags, labels, projects, today } = context;
  const member = (person: string) => presentMember(task.project, person, directory);
  const flag = task.flag === null ? undefined : flags.get(task.flag);
  const label = task.label === null ? undefined : labels.get(task.label);
  const creator = directory.people.get(task.created_by);
  return {
    id: task.id,
    ...presentFields(tasks, task),
    project_name: projects.get(task.project)?.name ?? null,
    project_card: task.card,
    flag: flag === undefined ? null : presentFlag(flag),
    label: label === undefined ? null : { id: label.id, name: label.name },
    created_by: {
      id: edgeId(task.created_by),
      user: creator === undefined ? null : presentUser(creator),
    },
    assigned_to: task.assigned_to === null ? null : member(task.assigned_to),
    assigned_users: task.assigned_users.map(member),
    collaborators: task.collaborators.map(member),
    task_status: taskStatus(task, today),
  };
}

/** Counts beside a list of tasks (sessions spec, 3). */
export function presentTaskCount({
  overdue,
  pending,
  completed,
}: {
  readonly overdue: number;
  readonly pending: number;
  readonly completed: number;
}) {
  return {
    over_due: overdue,
    pending_count: pending,
    completed_count: completed,
    total_count: overdue + pending + completed,
  };
}
