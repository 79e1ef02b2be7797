import { type Notification, notifications } from '../../../model/entities/notification.ts';
import { type ProjectMute, projectMutes } from '../../../model/entities/project-mute.ts';
import { type AccountDb, rows } from '../database.ts';

/** Notifications of tasks that the person has not opened, newest first. */
export async function listNotifications(db: AccountDb): Promise<readonly Notification[]> {
  const found = await rows(db, notifications).toArray();
  return found.toSorted((left, right) => (left.at < right.at ? 1 : -1));
}

/** Projects whose notifications the person has muted. */
export async function listProjectMutes(db: AccountDb): Promise<readonly ProjectMute[]> {
  return await rows(db, projectMutes).toArray();
}
