import { files } from '../../model/entities/file.ts';
import { type TaskFile, taskFiles } from '../../model/entities/task-file.ts';
import { presentFields } from './fields.ts';
import { presentFile } from './files.ts';
import { countBefore, rowOf, rowsWith } from './read-rows.ts';
import type { Reads } from './reads.ts';

/** The files of a task in order, without removed ones. The caller has checked the right to read it. */
export async function presentTaskFiles(reads: Reads, task: string) {
  const found = await rowsWith(reads, taskFiles, {
    column: 'task',
    value: task,
    where: { removed_at: null },
    order: ['rank'],
  });
  return Promise.all(found.map((row, order) => present(reads, row, order)));
}

/** One file of a task with its place among those of its task. */
export async function presentOneTaskFile(reads: Reads, row: TaskFile) {
  const where = { task: row.task, removed_at: null };
  return present(
    reads,
    row,
    await countBefore(reads, taskFiles, { where, rank: row.rank, id: row.id }),
  );
}

async function present(reads: Reads, row: TaskFile, order: number) {
  const details = row.file === null ? undefined : await rowOf(reads, files, row.file);
  return {
    id: row.id,
    ...presentFields(taskFiles, row),
    order,
    status: row.removed_at === null,
    details: details === undefined ? null : presentFile(details),
  };
}
