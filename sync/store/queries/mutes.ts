import { conversationMutes } from '../../../model/entities/conversation-mute.ts';
import { type ProjectMute, projectMutes } from '../../../model/entities/project-mute.ts';
import { taskMutes } from '../../../model/entities/task-mute.ts';
import type { Task } from '../../../model/entities/task.ts';
import { type AccountDb, rows } from '../database.ts';
import { tasksByIds } from './tasks.ts';

/** Projects whose notifications the person has muted. */
export async function listProjectMutes(db: AccountDb): Promise<readonly ProjectMute[]> {
  return await rows(db, projectMutes).toArray();
}

/** Conversations that the person has muted, by id. */
export async function listConversationMutes(db: AccountDb): Promise<ReadonlySet<string>> {
  const muted = await rows(db, conversationMutes).toArray();
  return new Set(muted.map(({ conversation }) => conversation));
}

/** Tasks on this device whose notifications the person has muted. */
export async function listMutedTasks(db: AccountDb): Promise<readonly Task[]> {
  const muted = await rows(db, taskMutes).toArray();
  return await tasksByIds(
    db,
    muted.map(({ task }) => task),
  );
}
