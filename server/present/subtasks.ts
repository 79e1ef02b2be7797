import type { Label } from '../../model/entities/label.ts';
import type { Subtask } from '../../model/entities/subtask.ts';
import { fileAddress } from './file-address.ts';
import { edgeId } from './people.ts';

/** A subtask (board spec, 3); `order` is its position in its task's list, dense from 0 (product.md, 2). */
export function presentSubtask(subtask: Subtask, order: number) {
  return {
    id: subtask.id,
    name: subtask.name,
    task: subtask.task,
    start_date: subtask.start_date,
    end_date: subtask.end_date,
    document: fileAddress(subtask.document),
    is_completed: subtask.is_completed,
    order,
    status: subtask.status,
    created_by: edgeId(subtask.created_by),
    created_at: subtask.created_at,
  };
}

/** A task label (sessions spec, 3). */
export function presentLabel(label: Label) {
  return {
    id: label.id,
    name: label.name,
    project: label.project,
    created_by: edgeId(label.created_by),
    created_at: label.created_at,
  };
}
