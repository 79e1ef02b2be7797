import { type Notification, notifications } from '../../../model/entities/notification.ts';
import { type AccountDb, rows } from '../database.ts';

/** Notifications of tasks, read ones included, newest first. */
export async function listNotifications(db: AccountDb): Promise<readonly Notification[]> {
  const found = await rows(db, notifications).toArray();
  return found.toSorted((left, right) => (left.at < right.at ? 1 : -1));
}
