import { presentFields } from './fields.ts';
import { type Label, labels } from '../../model/entities/label.ts';
import { toMember } from '../../model/mutations/context/person-refs.ts';
import { type Subtask, subtasks } from '../../model/entities/subtask.ts';

/** A subtask (board spec, 3); `order` is its position in its task's list, dense from 0 (product.md, 2). */
export function presentSubtask(subtask: Subtask, order: number) {
  return {
    id: subtask.id,
    ...presentFields(subtasks, subtask),
    assigned_to: toMember(subtask.project, subtask.assigned_to),
    order,
  };
}

/** A task label (sessions spec, 3). */
export function presentLabel(label: Label) {
  return {
    id: label.id,
    ...presentFields(labels, label),
  };
}
