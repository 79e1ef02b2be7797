import type { TaskStatus } from '../../model/shared/task-status.ts';
import { type Message, message } from '../i18n/i18n.ts';

/** Each status as the screen shows it; the CSV file has the status itself. */
export const STATUS_TEXTS: Readonly<Record<TaskStatus, Message>> = {
  Completed: message('Completed'),
  'Over Due': message('Over Due'),
  WIP: message('WIP'),
};
