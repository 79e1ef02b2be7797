import type { Task } from '../../../model/entities/task.ts';
import { useNoteSeen } from '../../data/seen.ts';

/** Reports that the viewer has seen the rows of the open task; draws nothing. */
export function NoteSeen({ task }: { readonly task: Task }) {
  useNoteSeen(task);
  return null;
}
