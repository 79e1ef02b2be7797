import { inOrder } from '../../model/entities/step-order.ts';
import { taskSteps } from '../../model/entities/task-step.ts';
import { presentFields } from './fields.ts';
import { rowsWith } from './read-rows.ts';
import type { Reads } from './reads.ts';

/** The sign-off of a task, oldest first. The caller has checked the right to read it. */
export async function presentTaskSteps(reads: Reads, task: string) {
  const found = await rowsWith(reads, taskSteps, { column: 'task', value: task });
  return inOrder(found).map((row) => ({ id: row.id, ...presentFields(taskSteps, row) }));
}
