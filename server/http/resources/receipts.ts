import { orgStream } from '../../../model/entities/scopes.ts';
import { assigneesOf, tasks } from '../../../model/entities/task.ts';
import { MOST_RECEIPT_TASKS } from '../../../model/protocol/receipts.ts';
import { findVisibleProject, missing, visibleProject } from '../../present/loaders.ts';
import { rowOf, rowsById } from '../../present/read-rows.ts';
import { readReceived } from '../../sync/device-cursors.ts';
import { readStream } from '../../sync/pull.ts';
import type { Route } from '../pipeline.ts';
import { defineResource } from './define-resource.ts';
import { idsFilter, neededId } from './filters.ts';

const receiptList = defineResource({
  path: 'receipt/list/',
  summary:
    'Who has received a task: for each other reader, the versions up to which a device of theirs has its rows and they have seen them (RECEIPT-2)',
  filters: { task_id: neededId },
  read: async (reads, { task_id }, { at }) => {
    const task = await rowOf(reads, tasks, task_id);
    if (task === undefined) throw missing();
    await visibleProject(reads, task.project);
    const { id, project } = task;
    const received = await readReceived(reads.store, reads.actor, { tasks: [{ id, project }], at });
    return { data: received.get(id) ?? [] };
  },
});

const receiptTasks = defineResource({
  path: 'receipt/tasks/',
  summary: `Who has received several tasks, at most ${MOST_RECEIPT_TASKS}, their ids separated by commas: assignees and collaborators of each (RECEIPT-2). A task that the caller may not read is missing in the response. \`head\` is the newest version that the response takes into account`,
  filters: { task_ids: idsFilter(MOST_RECEIPT_TASKS) },
  read: async (reads, { task_ids }, { at }) => {
    const found = await rowsById(reads, tasks, task_ids);
    const visible = new Set<string>();
    for (const project of new Set(found.map((task) => task.project))) {
      if ((await findVisibleProject(reads, project)) !== undefined) visible.add(project);
    }
    const asked = found.filter((task) => visible.has(task.project));
    const received = await readReceived(reads.store, reads.actor, {
      tasks: asked.map((task) => ({
        id: task.id,
        project: task.project,
        people: [...assigneesOf(task), ...task.collaborators],
      })),
      at,
    });
    const { orgId } = reads.actor;
    const stream = await readStream(reads.store, { orgId, stream: orgStream(orgId) });
    return {
      data: {
        epoch: stream?.epoch ?? '',
        head: stream?.head ?? 0,
        tasks: Array.from(received, ([task, receipts]) => ({ task, receipts })),
      },
    };
  },
});

export const RECEIPT_RESOURCES: readonly Route[] = [receiptList, receiptTasks];
