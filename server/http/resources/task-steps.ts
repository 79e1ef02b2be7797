import { taskSteps } from '../../../model/entities/task-step.ts';
import { tasks } from '../../../model/entities/task.ts';
import { CairnError, refuse } from '../../../model/shared/errors.ts';
import { missing, visibleProject } from '../../present/loaders.ts';
import { rowOf } from '../../present/read-rows.ts';
import { presentTaskSteps } from '../../present/task-steps.ts';
import type { Route } from '../pipeline.ts';
import { defineResource } from './define-resource.ts';
import { idFilter } from './filters.ts';

const taskStepList = defineResource({
  path: 'task-step/list/',
  summary:
    'The sign-off of a task: who marked it as done, accepted it or sent it back, with the times by both clocks',
  filters: { id: idFilter, task_id: idFilter },
  read: async (reads, { id, task_id }) => {
    const step = id === undefined ? undefined : await rowOf(reads, taskSteps, id);
    if (id !== undefined && step === undefined) throw missing();
    const of = step?.task ?? task_id;
    if (of === undefined) throw new CairnError(refuse('invalid', 'id or task_id is required'));
    const task = await rowOf(reads, tasks, of);
    if (task === undefined) throw missing();
    await visibleProject(reads, task.project);
    if (task_id !== undefined && task_id !== of) return { data: [] };
    const steps = await presentTaskSteps(reads, of);
    return { data: id === undefined ? steps : steps.filter((one) => one.id === id) };
  },
});

export const TASK_STEP_RESOURCES: readonly Route[] = [taskStepList];
