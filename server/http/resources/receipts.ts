import { tasks } from '../../../model/entities/task.ts';
import { missing, visibleProject } from '../../present/loaders.ts';
import { rowOf } from '../../present/read-rows.ts';
import { readReceived } from '../../sync/device-cursors.ts';
import type { Route } from '../pipeline.ts';
import { defineResource } from './define-resource.ts';
import { neededId } from './filters.ts';

const receiptList = defineResource({
  path: 'receipt/list/',
  summary:
    'Who has received a task: for each other reader, the versions up to which a device of theirs has its rows and they have seen them (RECEIPT-2)',
  filters: { task_id: neededId },
  read: async (reads, { task_id }, { at }) => {
    const task = await rowOf(reads, tasks, task_id);
    if (task === undefined) throw missing();
    await visibleProject(reads, task.project);
    return {
      data: await readReceived(reads.store, reads.actor, {
        task: task.id,
        project: task.project,
        at,
      }),
    };
  },
});

export const RECEIPT_RESOURCES: readonly Route[] = [receiptList];
