import type { Card } from '../../model/entities/card.ts';
import type { Comment } from '../../model/entities/comment.ts';
import type { Flag } from '../../model/entities/flag.ts';
import type { Project } from '../../model/entities/project.ts';
import type { Subtask } from '../../model/entities/subtask.ts';
import type { Task } from '../../model/entities/task.ts';
import type { Workspace } from '../../model/entities/workspace.ts';
import { fileAddress } from './file-address.ts';
import { type PeopleContext, type People, edgeId, edgeIdOrNull, presentMember } from './people.ts';
import { presentSubtask } from './subtasks.ts';

/** Context of a presented task besides its own row. */
export interface BoardContext {
  readonly directory: People;
  readonly flags: ReadonlyMap<string, Flag>;
}

export function presentFlag(flag: Flag) {
  return { id: edgeId(flag.id), name: flag.name, colour_code: flag.colour_code };
}

/** A priority for its administration: with its position, and whether it is offered. */
export function presentOfferedFlag(flag: Flag) {
  return { ...presentFlag(flag), order: flag.order, status: flag.status };
}

/**
 * A task (board spec, 3). `order` is its position among the tasks of its card, dense from 0 (product.md, 2);
 * `created_by` is the organisation user; assignees and collaborators are team members.
 */
export function presentTask(
  task: Task,
  { order, subtasks }: { readonly order: number; readonly subtasks: readonly Subtask[] },
  { directory, flags }: BoardContext,
) {
  const member = (person: string) => presentMember(task.project, person, directory);
  const flag = task.flag === null ? undefined : flags.get(task.flag);
  return {
    id: task.id,
    name: task.name,
    description: task.description,
    project: task.project,
    project_card: task.card,
    flag: flag === undefined ? null : presentFlag(flag),
    label: task.label,
    start_date: task.start_date,
    end_date: task.end_date,
    document: fileAddress(task.document),
    created_by: edgeId(task.created_by),
    created_at: task.created_at,
    assigned_to: task.assigned_to === null ? null : member(task.assigned_to),
    assigned_users: task.assigned_users.map(member),
    collaborators: task.collaborators.map(member),
    order,
    status: task.status,
    is_completed: task.is_completed,
    is_completed_at: task.is_completed_at,
    is_completed_employee: task.is_completed_employee,
    is_completed_emp_at: task.is_completed_emp_at,
    task_subtask: subtasks.map(presentSubtask),
  };
}
export type PresentedTask = ReturnType<typeof presentTask>;

/** A card with its tasks (board spec, 3). `taskCount` counts the active tasks. */
export function presentCard(
  card: Card,
  order: number,
  { taskCount, tasks }: { readonly taskCount: number; readonly tasks: readonly PresentedTask[] },
) {
  return {
    id: card.id,
    name: card.name,
    order,
    status: card.status,
    project: card.project,
    created_by: edgeId(card.created_by),
    created_at: card.created_at,
    task_count: taskCount,
    project_card_task: tasks,
  };
}

export function presentComment(comment: Comment, directory: People) {
  return {
    id: comment.id,
    comment: comment.comment,
    task: comment.task,
    attachment: fileAddress(comment.attachment),
    team_member: presentMember(comment.project, comment.author, directory),
    created_at: comment.created_at,
    edited: comment.edited,
    deleted: comment.deleted,
  };
}

/** A project with its team (sessions spec, 3). */
export function presentProject(project: Project, { workspace, team, directory }: ProjectContext) {
  return {
    id: project.id,
    name: project.name,
    slug: project.slug,
    status: project.status,
    description: project.description,
    background_image: fileAddress(project.background_image),
    workspace: project.workspace,
    workspace_name: workspace?.name ?? null,
    team: team.map((person) => presentMember(project.id, person, directory)),
    created_by: edgeIdOrNull(project.created_by),
    created_at: project.created_at,
  };
}
export type PresentedProject = ReturnType<typeof presentProject>;

interface ProjectContext {
  readonly workspace: Workspace | undefined;
  /** Organisation users who are members. */
  readonly team: readonly string[];
  readonly directory: PeopleContext;
}

export function presentWorkspace(
  workspace: Workspace,
  projects: readonly PresentedProject[],
  directory: PeopleContext,
) {
  return {
    id: workspace.id,
    name: workspace.name,
    image: fileAddress(workspace.image),
    desc: workspace.desc,
    status: workspace.status,
    organization: edgeId(directory.organization.id),
    created_by: edgeId(workspace.created_by),
    created_at: workspace.created_at,
    workspace_project: projects,
  };
}
