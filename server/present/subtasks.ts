import { presentFields } from './fields.ts';
import { type Label, labels } from '../../model/entities/label.ts';
import { type TaskTemplate, taskTemplates } from '../../model/entities/task-template.ts';
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

/** A template for tasks of a project. */
export function presentTaskTemplate(template: TaskTemplate) {
  return {
    id: template.id,
    ...presentFields(taskTemplates, template),
  };
}

/** A task label (sessions spec, 3). */
export function presentLabel(label: Label) {
  return {
    id: label.id,
    ...presentFields(labels, label),
  };
}
