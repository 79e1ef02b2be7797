import { cards } from '../../model/entities/card.ts';
import { comments } from '../../model/entities/comment.ts';
import { flags } from '../../model/entities/flag.ts';
import { groups } from '../../model/entities/group.ts';
import { messages } from '../../model/entities/message.ts';
import { files } from '../../model/entities/file.ts';
import { invitations } from '../../model/entities/invitation.ts';
import { labels } from '../../model/entities/label.ts';
import { taskTemplates } from '../../model/entities/task-template.ts';
import { savedViews } from '../../model/entities/saved-view.ts';
import { noteTags } from '../../model/entities/note-tag.ts';
import { notes } from '../../model/entities/note.ts';
import { orgUsers } from '../../model/entities/org-user.ts';
import { organizations } from '../../model/entities/organization.ts';
import { projects } from '../../model/entities/project.ts';
import { roleCategories } from '../../model/entities/role-category.ts';
import { roleLevels } from '../../model/entities/role-level.ts';
import { roles } from '../../model/entities/role.ts';
import { subtasks } from '../../model/entities/subtask.ts';
import { taskFiles } from '../../model/entities/task-file.ts';
import { tasks } from '../../model/entities/task.ts';
import { teamMembers } from '../../model/entities/team-member.ts';
import { teams } from '../../model/entities/team.ts';
import { todos } from '../../model/entities/todo.ts';
import { entityOf } from '../../model/entities/registry.ts';
import { orgStream, userStream } from '../../model/entities/scopes.ts';
import { workspaces } from '../../model/entities/workspace.ts';
import type { RowRef } from '../../model/mutations/define-mutation.ts';
import { presentOneCard, presentOneSubtask, presentOneTask } from './board-rows.ts';
import type { Reads } from './reads.ts';
import {
  presentProjects,
  readBoardContext,
  loadPeopleContext,
  readPeople,
  readTaskContext,
  visibleProjects,
} from './loaders.ts';
import { rowOf } from './read-rows.ts';
import { maySeeScope } from '../sync/readable-scopes.ts';
import { presentInvitation, presentOrganization, presentTeam } from './administration.ts';
import { presentComment, presentOfferedFlag, presentWorkspace } from './board.ts';
import { presentFile } from './files.ts';
import { conversationContext, membersOf, peopleById } from './conversations.ts';
import { presentGroup, presentMessage } from './chat.ts';
import { presentNote, presentNoteTag } from './notes.ts';
import { presentSavedView } from './saved-views.ts';
import { presentLabel, presentTaskTemplate } from './subtasks.ts';
import { presentOneTaskFile } from './task-files.ts';
import { presentTodo } from './todos.ts';
import {
  presentCategory,
  presentLevel,
  presentMember,
  presentPerson,
  presentRole,
} from './people.ts';

/** The response to a write: the specification's message where it has one, and the row as the lists show it. */
export interface Written {
  readonly message: string;
  /** Null when the row is deleted. */
  readonly data: unknown;
  /** 201 for an invitation (specification); 200 for everything else. */
  readonly status?: number;
  /** `success` beside status for roles, categories and levels. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/**
 * Presents the row of a call after the commit; null to a person who may not see it (any more): a call with a stored
 * verdict (WRITE-2) may be repeated long after its caller has left.
 */
export async function presentWritten(
  reads: Reads,
  ref: RowRef,
  mutations: readonly string[],
): Promise<Written> {
  const data = (await isVisible(reads, ref))
    ? ((await PRESENT[ref.table]?.(reads, ref.id)) ?? null)
    : null;
  const written = { message: messageOf(mutations, data), data };
  if (SUCCESS.includes(ref.table)) return { ...written, fields: { success: true } };
  return mutations.includes('invitation-create') ? { ...written, status: 201 } : written;
}

async function isVisible(reads: Reads, { table, id }: RowRef): Promise<boolean> {
  const entity = entityOf(table);
  const row = entity && (await rowOf(reads, entity, id));
  if (entity === undefined || row === undefined) return false;
  const { actor, store } = reads;
  const stream = entity.stream === 'user' ? userStream(actor.orgUserId) : orgStream(actor.orgId);
  return maySeeScope(store, actor, { stream, scope: row.scope });
}

const SUCCESS: readonly string[] = ['roles', 'role_categories', 'role_levels'];

/** Texts of board spec, 8; a PATCH with several mutations returns the text of the last one. */
const MESSAGES: Readonly<Record<string, string>> = {
  'note-create': 'Note created successfully!',
  'note-edit': 'Note updated successfully!',
  'note-delete': 'Note deleted successfully!',
  'todo-create': 'Task created successfully!',
  'todo-rename': 'Task name updated successfully!',
  'todo-toggle': 'Task status updated successfully!',
  'todo-delete': 'Task deleted successfully!',
  'task-collaborate': 'Collaborators added successfully',
  'task-assign': 'Member assigned successfully',
  'task-move': 'Task Stage Updated successfully',
  'task-set-flag': 'Priority updated successfully',
  'subtask-create': 'Subtask added successfully',
  'invitation-create': /*i18n*/ 'Mail sent successfully!',
  'invitation-resend': /*i18n*/ 'Mail sent successfully!',
  'role-create': 'Role created successfully!',
  'role-category-create': 'Category created successfully!',
  'role-level-create': 'Role level created successfully!',
  'team-create': 'Team created successfully!',
  'subtask-edit': 'Subtask updated successfully',
};

function messageOf(mutations: readonly string[], data: unknown): string {
  const name = mutations.findLast((one) => one in MESSAGES || one === 'task-archive');
  // Without the task the direction of the change is unknown.
  if (name === 'task-archive') {
    if (data === null) return 'OK';
    return isActive(data) ? 'Task successfully unarchived' : 'Task successfully archived';
  }
  return (name === undefined ? undefined : MESSAGES[name]) ?? 'OK';
}

function isActive(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'status' in data && data.status === true;
}

type Present = (reads: Reads, id: string) => Promise<unknown>;

const PRESENT: Readonly<Record<string, Present>> = {
  tasks: async (reads, id) => {
    const task = await rowOf(reads, tasks, id);
    return task && presentOneTask(reads, task, await readTaskContext(reads, task));
  },
  cards: async (reads, id) => {
    const card = await rowOf(reads, cards, id);
    return card && presentOneCard(reads, card, await readBoardContext(reads));
  },
  comments: async (reads, id) => {
    const comment = await rowOf(reads, comments, id);
    return comment && presentComment(comment, await readPeople(reads, [comment.author]));
  },
  subtasks: async (reads, id) => {
    const subtask = await rowOf(reads, subtasks, id);
    return subtask && presentOneSubtask(reads, subtask);
  },
  task_templates: async (reads, id) => {
    const template = await rowOf(reads, taskTemplates, id);
    return template && presentTaskTemplate(template);
  },
  task_files: async (reads, id) => {
    const row = await rowOf(reads, taskFiles, id);
    return row && presentOneTaskFile(reads, row);
  },
  labels: async (reads, id) => {
    const label = await rowOf(reads, labels, id);
    return label && presentLabel(label);
  },
  flags: async (reads, id) => {
    const flag = await rowOf(reads, flags, id);
    return flag && presentOfferedFlag(flag);
  },
  files: async (reads, id) => {
    const file = await rowOf(reads, files, id);
    return file && presentFile(file);
  },
  messages: async (reads, id) => {
    const message = await rowOf(reads, messages, id);
    return (
      message && presentMessage(message, await conversationContext(reads, message.scope, [message]))
    );
  },
  groups: async (reads, id) => {
    const group = await rowOf(reads, groups, id);
    return group && presentGroup(group, await membersOf(reads, id), await peopleById(reads));
  },
  notes: async (reads, id) => {
    const note = await rowOf(reads, notes, id);
    return note && presentNote(note);
  },
  note_tags: async (reads, id) => {
    const tag = await rowOf(reads, noteTags, id);
    return tag && presentNoteTag(tag);
  },
  saved_views: async (reads, id) => {
    const view = await rowOf(reads, savedViews, id);
    return view && presentSavedView(view);
  },
  todos: async (reads, id) => {
    const todo = await rowOf(reads, todos, id);
    return todo && presentTodo(todo);
  },
  projects: async (reads, id) => {
    const project = await rowOf(reads, projects, id);
    if (project === undefined) return undefined;
    return (await presentProjects(reads, [project], await loadPeopleContext(reads)))[0];
  },
  workspaces: async (reads, id) => {
    const workspace = await rowOf(reads, workspaces, id);
    if (workspace === undefined) return undefined;
    const directory = await loadPeopleContext(reads);
    const own = (await visibleProjects(reads)).filter((project) => project.workspace === id);
    return presentWorkspace(workspace, await presentProjects(reads, own, directory), directory);
  },
  team_members: async (reads, id) => {
    const member = await rowOf(reads, teamMembers, id);
    if (member === undefined) return undefined;
    const { project, organization_user: person } = member;
    return presentMember(project, person, await readPeople(reads, [person]));
  },
  org_users: async (reads, id) => {
    const person = await rowOf(reads, orgUsers, id);
    return person && presentPerson(person, await loadPeopleContext(reads));
  },
  organizations: async (reads, id) => {
    const organization = await rowOf(reads, organizations, id);
    return organization && presentOrganization(organization);
  },
  roles: async (reads, id) => {
    const role = await rowOf(reads, roles, id);
    return role && presentRole(role, await loadPeopleContext(reads));
  },
  role_categories: async (reads, id) => {
    const category = await rowOf(reads, roleCategories, id);
    return category && presentCategory(category, await loadPeopleContext(reads));
  },
  role_levels: async (reads, id) => {
    const level = await rowOf(reads, roleLevels, id);
    return level && presentLevel(level, await loadPeopleContext(reads));
  },
  teams: async (reads, id) => {
    const team = await rowOf(reads, teams, id);
    return team && presentTeam(team, await loadPeopleContext(reads));
  },
  invitations: async (reads, id) => {
    const invitation = await rowOf(reads, invitations, id);
    return invitation && presentInvitation(invitation, await loadPeopleContext(reads));
  },
};
