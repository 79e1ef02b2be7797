import { labels } from '../../../model/entities/label.ts';
import { projectScope } from '../../../model/entities/scopes.ts';
import { subtasks } from '../../../model/entities/subtask.ts';
import { taskTemplates } from '../../../model/entities/task-template.ts';
import { tasks } from '../../../model/entities/task.ts';
import { CairnError, refuse } from '../../../model/shared/errors.ts';
import { presentLabel, presentSubtask, presentTaskTemplate } from '../../present/subtasks.ts';
import { presentOneSubtask, subtasksOfTask } from '../../present/board-rows.ts';
import type { Route } from '../pipeline.ts';
import { defineResource } from './define-resource.ts';
import { missing, visibleProject } from '../../present/loaders.ts';
import { idFilter, neededId } from './filters.ts';
import { rowOf, rowsOf } from '../../present/read-rows.ts';

const subtaskList = defineResource({
  path: 'sub-task/list/',
  summary: 'One subtask by its id, as a list of one, or the subtasks of a task in order',
  filters: { id: idFilter, task_id: idFilter },
  read: async (reads, { id, task_id }) => {
    if (id !== undefined) {
      const subtask = await rowOf(reads, subtasks, id);
      if (subtask === undefined) throw missing();
      await visibleProject(reads, subtask.project);
      if (task_id !== undefined && task_id !== subtask.task) return { data: [] };
      return { data: [await presentOneSubtask(reads, subtask)] };
    }
    if (task_id === undefined) throw new CairnError(refuse('invalid', 'id or task_id is required'));
    const task = await rowOf(reads, tasks, task_id);
    if (task === undefined) throw missing();
    await visibleProject(reads, task.project);
    return { data: (await subtasksOfTask(reads, task_id)).map(presentSubtask) };
  },
});

const labelList = defineResource({
  path: 'task-label/list/',
  summary: 'The task labels of a project, by name',
  filters: { project__id: neededId },
  read: async (reads, { project__id }) => {
    await visibleProject(reads, project__id);
    const where = { scope: projectScope(project__id) };
    return { data: (await rowsOf(reads, labels, { where, order: ['name'] })).map(presentLabel) };
  },
});

const templateList = defineResource({
  path: 'task-template/list/',
  summary: 'The templates for tasks of a project, by name',
  filters: { project__id: neededId },
  read: async (reads, { project__id }) => {
    await visibleProject(reads, project__id);
    const where = { scope: projectScope(project__id) };
    const rows = await rowsOf(reads, taskTemplates, { where, order: ['name'] });
    return { data: rows.map(presentTaskTemplate) };
  },
});

export const SUBTASK_RESOURCES: readonly Route[] = [subtaskList, labelList, templateList];
