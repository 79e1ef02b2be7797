import { type Task, tasks } from '../../../../model/entities/task.ts';
import { actorOf } from '../../../../sync/store/actor.ts';
import { rows } from '../../../../sync/store/database.ts';
import { loadImportContext } from '../../../../sync/store/queries/import-context.ts';
import { writeGroups } from '../../../../sync/store/write-groups.ts';
import {
  type ImportPlan,
  type ImportTarget,
  planImport,
  targetProject,
} from '../../../../src/features/transfer/import-plan.ts';
import type { SourceBoard } from '../../../../src/features/transfer/source-board.ts';
import type { Device } from '../../../sync/support/device.ts';
import { type Setup } from '../../../sync/support/setup.ts';

/** Import plan of a board on a device, into a new project. */
export async function planned(
  setup: Setup,
  device: Device,
  board: SourceBoard,
  name = 'Hut',
): Promise<ImportPlan> {
  const actor = await actorOf(device.db, device.record);
  const target = into(setup.team.workspace, name);
  const context = await loadImportContext(device.db, targetProject(target, board, actor));
  const plan = planImport(board, target, { ...context, actor });
  if (plan === undefined) throw new Error('There is no plan');
  return plan;
}

export function into(workspace: string, name = 'Hut'): ImportTarget {
  return { kind: 'new', workspace, name };
}

/** Writes the groups as the panel does; `most` stops early. */
export async function run(device: Device, plan: ImportPlan, most = Infinity) {
  const groups = plan.groups.map(({ changes }) => changes).slice(0, most);
  const { store, actor, at } = await device.actions();
  const outcomes = await writeGroups(store, groups, { actor, at });
  return outcomes.filter((_, index) => plan.groups[index]?.what !== 'archived cards');
}

export async function tasksOf(device: Device, card: string): Promise<readonly Task[]> {
  const found = await rows(device.db, tasks)
    .where('[lane+rank+id]')
    .between([card, ''], [card, '\uffff'])
    .toArray();
  return found;
}
