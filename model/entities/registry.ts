import { cards } from './card.ts';
import { comments } from './comment.ts';
import { conversationMutes } from './conversation-mute.ts';
import { conversations } from './conversation.ts';
import type { Entity } from './define-entity.ts';
import { files } from './file.ts';
import { flags } from './flag.ts';
import { groupMembers } from './group-member.ts';
import { groups } from './group.ts';
import { labels } from './label.ts';
import { messageMarks } from './message-mark.ts';
import { messages } from './message.ts';
import { invitations } from './invitation.ts';
import { noteTags } from './note-tag.ts';
import { notes } from './note.ts';
import { notifications } from './notification.ts';
import { orgUsers } from './org-user.ts';
import { organizations } from './organization.ts';
import { projectMutes } from './project-mute.ts';
import { projects } from './project.ts';
import { overwrites } from './overwrite.ts';
import { reminderReads } from './reminder-read.ts';
import { roleCategories } from './role-category.ts';
import { roleLevels } from './role-level.ts';
import { roles } from './role.ts';
import { savedViews } from './saved-view.ts';
import { snoozes } from './snooze.ts';
import { subtasks } from './subtask.ts';
import { taskFiles } from './task-file.ts';
import { taskSteps } from './task-step.ts';
import { taskMutes } from './task-mute.ts';
import { taskTemplates } from './task-template.ts';
import { tasks } from './task.ts';
import { teamMembers } from './team-member.ts';
import { todos } from './todo.ts';
import { teams } from './team.ts';
import { workspaces } from './workspace.ts';

/** Every kind of synced row, in the order in which a first download sends them. */
export const ENTITIES: readonly Entity[] = [
  organizations,
  roleLevels,
  roleCategories,
  roles,
  orgUsers,
  teams,
  invitations,
  flags,
  workspaces,
  projects,
  teamMembers,
  labels,
  taskTemplates,
  cards,
  files,
  tasks,
  subtasks,
  taskFiles,
  taskSteps,
  comments,
  overwrites,
  groups,
  groupMembers,
  conversations,
  messageMarks,
  messages,
  notifications,
  projectMutes,
  taskMutes,
  conversationMutes,
  noteTags,
  notes,
  todos,
  snoozes,
  reminderReads,
  savedViews,
];

/** The entity of a table; undefined for a table this build does not know (VER-2). */
export function entityOf(table: string): Entity | undefined {
  return ENTITIES.find((entity) => entity.table === table);
}
