import { presentFields } from './fields.ts';
import { edgeId } from './edge-id.ts';
import { type Card, cards } from '../../model/entities/card.ts';
import { type Comment, comments } from '../../model/entities/comment.ts';
import { type Flag, flags } from '../../model/entities/flag.ts';
import { type Project, projects } from '../../model/entities/project.ts';
import type { Subtask } from '../../model/entities/subtask.ts';
import { type Task, tasks } from '../../model/entities/task.ts';
import { type Workspace, workspaces } from '../../model/entities/workspace.ts';
import { type PeopleContext, type People, presentMember } from './people.ts';
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
  return { ...presentFields(flags, flag), ...presentFlag(flag) };
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
    ...presentFields(tasks, task),
    project_card: task.card,
    flag: flag === undefined ? null : presentFlag(flag),
    assigned_to: task.assigned_to === null ? null : member(task.assigned_to),
    assigned_users: task.assigned_users.map(member),
    collaborators: task.collaborators.map(member),
    order,
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
    ...presentFields(cards, card),
    order,
    task_count: taskCount,
    project_card_task: tasks,
  };
}

export function presentComment(comment: Comment, directory: People) {
  return {
    id: comment.id,
    ...presentFields(comments, comment),
    team_member: presentMember(comment.project, comment.author, directory),
  };
}

/** A project with its team (sessions spec, 3). */
export function presentProject(project: Project, { workspace, team, directory }: ProjectContext) {
  return {
    id: project.id,
    ...presentFields(projects, project),
    workspace: project.workspace,
    workspace_name: workspace?.name ?? null,
    team: team.map((person) => presentMember(project.id, person, directory)),
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
    ...presentFields(workspaces, workspace),
    organization: edgeId(directory.organization.id),
    workspace_project: projects,
  };
}
