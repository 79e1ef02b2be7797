import { useCallback } from 'react';
import { commentEdit } from '../../model/mutations/comment/comment-edit.ts';
import { commentRestore } from '../../model/mutations/comment/comment-restore.ts';
import { flagEdit } from '../../model/mutations/flag/flag-edit.ts';
import { labelRename } from '../../model/mutations/label/label-rename.ts';
import { projectArchive } from '../../model/mutations/project/project-archive.ts';
import { projectEdit } from '../../model/mutations/project/project-edit.ts';
import { subtaskArchive } from '../../model/mutations/subtask/subtask-archive.ts';
import { subtaskComplete } from '../../model/mutations/subtask/subtask-complete.ts';
import { subtaskEdit } from '../../model/mutations/subtask/subtask-edit.ts';
import { taskAssign } from '../../model/mutations/task/task-assign.ts';
import { taskCollaborate } from '../../model/mutations/task/task-collaborate.ts';
import { taskComplete } from '../../model/mutations/task/task-complete.ts';
import { taskSetLabel } from '../../model/mutations/task/task-set-label.ts';
import { workspaceArchive } from '../../model/mutations/workspace/workspace-archive.ts';
import { workspaceEdit } from '../../model/mutations/workspace/workspace-edit.ts';
import { cardArchive } from '../../model/mutations/card/card-archive.ts';
import { cardRename } from '../../model/mutations/card/card-rename.ts';
import type { Mutation } from '../../model/mutations/define-mutation.ts';
import { memberAdd } from '../../model/mutations/member/member-add.ts';
import { organizationEdit } from '../../model/mutations/organization/organization-edit.ts';
import { personEdit } from '../../model/mutations/person/person-edit.ts';
import { personSetActive } from '../../model/mutations/person/person-set-active.ts';
import { personSetRole } from '../../model/mutations/person/person-set-role.ts';
import { roleCategoryEdit } from '../../model/mutations/role/role-category-edit.ts';
import { roleEdit } from '../../model/mutations/role/role-edit.ts';
import { roleLevelEdit } from '../../model/mutations/role/role-level-edit.ts';
import { taskArchive } from '../../model/mutations/task/task-archive.ts';
import { taskEdit } from '../../model/mutations/task/task-edit.ts';
import { taskSetFlag } from '../../model/mutations/task/task-set-flag.ts';
import { teamCreate } from '../../model/mutations/team/team-create.ts';
import { teamEdit } from '../../model/mutations/team/team-edit.ts';
import { teamMembersChange } from '../../model/mutations/team/team-members.ts';
import { findTask, listOrganizationTeams } from '../../sync/client/index.ts';
import type { ActivityEntry } from './activity.ts';
import { useAccount, useMutate, useShowRefusal } from './client.tsx';

type Mutate = <Args>(mutation: Mutation<Args>, args: Args) => Promise<boolean>;
/** What this device has, asked when the value goes back; where the answer stands in the way, that has been said. */
interface Device {
  /** The project of a task; undefined when there is no such task here. */
  readonly projectOf: (task: string) => Promise<string | undefined>;
  /** False when the team is here: it would be made over the one there is. */
  readonly isTeamGone: (team: string) => Promise<boolean>;
}
/** Writes the old value as a new change, by the rules of any other; false when it was refused. */
type RestoreValue = (mutate: Mutate, device: Device) => Promise<boolean>;

type Change = ActivityEntry['changes'][number];

interface Old {
  readonly id: string;
  readonly before: unknown;
  readonly after: unknown;
  /** Everything that the same write changed of the row. */
  readonly together: readonly Change[];
}

/** Writes old values back; false when it was refused, which has been said. `line` is kept with the change. */
export function useRestoreValue(): (way: RestoreValue, line: object) => Promise<boolean> {
  const mutate = useMutate();
  const showRefusal = useShowRefusal();
  const db = useAccount()?.db;
  return useCallback(
    async (way, line) => {
      if (db === undefined) return false;
      const projectOf = async (task: string) => {
        const found = await findTask(db, task);
        if (found === undefined) await showRefusal('This task is not there any more');
        return found?.project;
      };
      const isTeamGone = async (team: string) => {
        const isHere = (await listOrganizationTeams(db)).some(({ id }) => id === team);
        if (isHere) await showRefusal('This team is there again');
        return !isHere;
      };
      const device = { projectOf, isTeamGone };
      return await way((mutation, args) => mutate(mutation, args, line), device);
    },
    [mutate, showRefusal, db],
  );
}

/** How to bring a value back that was overwritten; undefined where no change can do that. */
export function restoreValueOf(
  entry: Pick<ActivityEntry, 'table' | 'row' | 'changes'>,
  change: Change,
): RestoreValue | undefined {
  const { field, before, after } = change;
  const old = { id: entry.row, before, after, together: entry.changes };
  return WAYS[`${entry.table}.${field}`]?.(old);
}

const WAYS: Readonly<Record<string, (old: Old) => RestoreValue | undefined>> = {
  'org_users.display_name': text(
    (id, display_name) => (mutate) => mutate(personEdit, { id, display_name }),
  ),
  'org_users.phone_number': text(
    (id, phone_number) => (mutate) => mutate(personEdit, { id, phone_number }),
  ),
  'org_users.user_role': text(
    (id, user_role) => (mutate) => mutate(personSetRole, { id, user_role }),
  ),
  'org_users.active': flag((id, active) => (mutate) => mutate(personSetActive, { id, active })),
  'roles.name': text((id, name) => (mutate) => mutate(roleEdit, { id, name })),
  'roles.short_name': text((id, short_name) => (mutate) => mutate(roleEdit, { id, short_name })),
  'roles.role_category': text(
    (id, role_category) => (mutate) => mutate(roleEdit, { id, role_category }),
  ),
  'roles.level': text((id, level) => (mutate) => mutate(roleEdit, { id, level })),
  'role_categories.name': text((id, name) => (mutate) => mutate(roleCategoryEdit, { id, name })),
  'role_categories.short_name': text(
    (id, short_name) => (mutate) => mutate(roleCategoryEdit, { id, short_name }),
  ),
  'role_levels.name': text((id, name) => (mutate) => mutate(roleLevelEdit, { id, name })),
  'role_levels.order': count((id, order) => (mutate) => mutate(roleLevelEdit, { id, order })),
  'role_levels.get_access': flag(
    (id, get_access) => (mutate) => mutate(roleLevelEdit, { id, get_access }),
  ),
  'role_levels.post_access': flag(
    (id, post_access) => (mutate) => mutate(roleLevelEdit, { id, post_access }),
  ),
  'role_levels.patch_access': flag(
    (id, patch_access) => (mutate) => mutate(roleLevelEdit, { id, patch_access }),
  ),
  'role_levels.delete_access': flag(
    (id, delete_access) => (mutate) => mutate(roleLevelEdit, { id, delete_access }),
  ),
  'organizations.name': text((id, name) => (mutate) => mutate(organizationEdit, { id, name })),
  'organizations.special_role': flag(
    (id, special_role) => (mutate) => mutate(organizationEdit, { id, special_role }),
  ),
  'teams.name': text((id, name) => (mutate) => mutate(teamEdit, { id, name })),
  'teams.members': ({ id, before, after }) => {
    const [was, is] = [listOf(before), listOf(after)];
    const add = was.filter((one) => !is.includes(one));
    const remove = is.filter((one) => !was.includes(one));
    return (mutate) => mutate(teamMembersChange, { id, add, remove });
  },
  'teams.*': ({ id, before }) => {
    const { name, members } = rowOf(before);
    if (typeof name !== 'string') return undefined;
    const fields = { id, name, members: [...listOf(members)] };
    return async (mutate, device) =>
      (await device.isTeamGone(id)) && (await mutate(teamCreate, fields));
  },
  'team_members.*': ({ before }) => {
    const { project, organization_user } = rowOf(before);
    if (typeof project !== 'string' || typeof organization_user !== 'string') return undefined;
    return (mutate) => mutate(memberAdd, { project, organization_user });
  },
  'cards.name': text((id, name) => (mutate) => mutate(cardRename, { id, name })),
  'cards.status': flag((id, status) => (mutate) => mutate(cardArchive, { id, status })),
  'tasks.name': text((id, name) => (mutate) => mutate(taskEdit, { id, name })),
  'tasks.description': ({ id, before, after }) => {
    if (typeof before !== 'string' || typeof after !== 'string') return undefined;
    const fields = { id, description: before, description_base: after };
    return (mutate) => mutate(taskEdit, fields);
  },
  'tasks.start_date': maybe((id, start_date) => (mutate) => mutate(taskEdit, { id, start_date })),
  'tasks.end_date': maybe((id, end_date) => (mutate) => mutate(taskEdit, { id, end_date })),
  'tasks.flag': text((id, value) => (mutate) => mutate(taskSetFlag, { id, flag: value })),
  'tasks.status': flag((id, status) => (mutate) => mutate(taskArchive, { id, status })),
  'tasks.label': maybe((id, label) => (mutate) => mutate(taskSetLabel, { id, label })),
  'tasks.assigned_to': assignees,
  'tasks.assigned_users': assignees,
  'tasks.collaborators': ({ id, before }) => {
    const collaborators = [...listOf(before)];
    return ofProject(id, (project, mutate) =>
      mutate(taskCollaborate, { id, project, collaborators }),
    );
  },
  'tasks.is_completed': flag(
    (id, done, { together }) =>
      (mutate) =>
        mutate(taskComplete, { id, done, at: stampOf(together, 'is_completed_at') }),
  ),
  'subtasks.name': text((id, name) => (mutate) => mutate(subtaskEdit, { id, name })),
  'subtasks.start_date': maybe(
    (id, start_date) => (mutate) => mutate(subtaskEdit, { id, start_date }),
  ),
  'subtasks.end_date': maybe((id, end_date) => (mutate) => mutate(subtaskEdit, { id, end_date })),
  'subtasks.is_completed': flag((id, done) => (mutate) => mutate(subtaskComplete, { id, done })),
  'subtasks.status': flag((id, status) => (mutate) => mutate(subtaskArchive, { id, status })),
  'comments.comment': ({ id, before, after, together }) => {
    if (typeof before !== 'string' || before === '' || typeof after !== 'string') return undefined;
    const deleted = changeOf(together, 'deleted');
    if (deleted === undefined) {
      return (mutate) => mutate(commentEdit, { id, comment: before, comment_base: after });
    }
    if (deleted.after !== true) return undefined;
    const file = changeOf(together, 'attachment')?.before;
    const attachment = typeof file === 'string' ? file : null;
    return (mutate) => mutate(commentRestore, { id, comment: before, attachment });
  },
  'labels.name': text((id, name) => (mutate) => mutate(labelRename, { id, name })),
  'flags.name': text((id, name) => (mutate) => mutate(flagEdit, { id, name })),
  'flags.colour_code': text((id, colour_code) => (mutate) => mutate(flagEdit, { id, colour_code })),
  'flags.order': count((id, order) => (mutate) => mutate(flagEdit, { id, order })),
  'flags.status': flag((id, status) => (mutate) => mutate(flagEdit, { id, status })),
  'projects.name': text((id, name) => (mutate) => mutate(projectEdit, { id, name })),
  'projects.description': text(
    (id, description) => (mutate) => mutate(projectEdit, { id, description }),
  ),
  'projects.background_image': maybe(
    (id, background_image) => (mutate) => mutate(projectEdit, { id, background_image }),
  ),
  'projects.status': flag((id, status) => (mutate) => mutate(projectArchive, { id, status })),
  'workspaces.name': text((id, name) => (mutate) => mutate(workspaceEdit, { id, name })),
  'workspaces.desc': text((id, desc) => (mutate) => mutate(workspaceEdit, { id, desc })),
  'workspaces.image': maybe((id, image) => (mutate) => mutate(workspaceEdit, { id, image })),
  'workspaces.status': flag((id, status) => (mutate) => mutate(workspaceArchive, { id, status })),
};

/** One assignee or several: whichever of the two fields was written. */
function assignees({ id, together }: Old): RestoreValue {
  const alone = changeOf(together, 'assigned_to')?.before;
  const assigned_to = typeof alone === 'string' ? alone : null;
  const assigned_users = [...listOf(changeOf(together, 'assigned_users')?.before)];
  return ofProject(id, (project, mutate) =>
    mutate(taskAssign, { id, project, assigned_to, assigned_users }),
  );
}

/** People of a task are written as members of its project; nothing can be done when the task is not here. */
function ofProject(
  task: string,
  write: (project: string, mutate: Mutate) => Promise<boolean>,
): RestoreValue {
  return async (mutate, device) => {
    const project = await device.projectOf(task);
    return project !== undefined && (await write(project, mutate));
  };
}

function text(make: (id: string, before: string) => RestoreValue) {
  return ({ id, before }: Old) => (typeof before === 'string' ? make(id, before) : undefined);
}

function count(make: (id: string, before: number) => RestoreValue) {
  return ({ id, before }: Old) => (typeof before === 'number' ? make(id, before) : undefined);
}

function flag(make: (id: string, before: boolean, old: Old) => RestoreValue) {
  return (old: Old) =>
    typeof old.before === 'boolean' ? make(old.id, old.before, old) : undefined;
}

/** A date or a reference that may be missing. */
function maybe(make: (id: string, before: string | null) => RestoreValue) {
  return ({ id, before }: Old) =>
    typeof before === 'string' || before === null ? make(id, before) : undefined;
}

function changeOf(together: readonly Change[], field: string): Change | undefined {
  return together.find((change) => change.field === field);
}

/** The instant that went with a tick before. */
function stampOf(together: readonly Change[], field: string): string | null {
  const before = changeOf(together, field)?.before;
  return typeof before === 'string' ? before : null;
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function rowOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
