import { taskFiles } from '../../../model/entities/task-file.ts';
import { tasks } from '../../../model/entities/task.ts';
import { CairnError, refuse } from '../../../model/shared/errors.ts';
import { missing, visibleProject } from '../../present/loaders.ts';
import { rowOf } from '../../present/read-rows.ts';
import { presentOneTaskFile, presentTaskFiles } from '../../present/task-files.ts';
import type { Route } from '../pipeline.ts';
import { defineResource } from './define-resource.ts';
import { idFilter } from './filters.ts';

const taskFileList = defineResource({
  path: 'task-file/list/',
  summary: 'One file of a task by its id, as a list of one, or the files of a task in order',
  filters: { id: idFilter, task_id: idFilter },
  read: async (reads, { id, task_id }) => {
    if (id !== undefined) {
      const row = await rowOf(reads, taskFiles, id);
      if (row === undefined) throw missing();
      await visibleProject(reads, row.project);
      if (task_id !== undefined && task_id !== row.task) return { data: [] };
      return { data: [await presentOneTaskFile(reads, row)] };
    }
    if (task_id === undefined) throw new CairnError(refuse('invalid', 'id or task_id is required'));
    const task = await rowOf(reads, tasks, task_id);
    if (task === undefined) throw missing();
    await visibleProject(reads, task.project);
    return { data: await presentTaskFiles(reads, task_id) };
  },
});

export const TASK_FILE_RESOURCES: readonly Route[] = [taskFileList];
