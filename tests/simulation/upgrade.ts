import { rowKey } from '../../sync/core/row-key.ts';
import { ENTITIES } from '../../model/entities/registry.ts';
import type { RawRow } from '../../model/entities/define-entity.ts';
import type { Device } from './device-types.ts';
import type { SeededRandom } from './random.ts';
import type { Setup } from './setup.ts';
import { newestWriter } from './start-engine.ts';

/** Tables that the older build lacks in some schedules; no other row of the simulation depends on theirs. */
const NEW_TABLES = ['task_steps', 'labels', 'flags', 'note_tags'] as const;

/** Loads the newest build on a device, alone or beside tabs of the older one. */
export async function upgrade(
  setup: Setup,
  device: Device,
  reload: boolean,
  random: SeededRandom,
): Promise<void> {
  if (reload && device.writer < newestWriter(setup.deviceSetup)) {
    device.kill();
    await forgetTable(setup, device, random.pick(NEW_TABLES));
  }
  device.writer = newestWriter(setup.deviceSetup);
  device.openTab();
}

/** Leaves the store as a build that does not know the table does: its rows were skipped (VER-2.2). */
async function forgetTable(setup: Setup, device: Device, table: string): Promise<void> {
  const view = device.view();
  const busy = new Set([...view.base.keys(), ...view.outbox.flatMap(({ keys }) => keys)]);
  const rows = [...view.rows].flatMap(([key, { id }]) => (key === rowKey(table, id) ? [id] : []));
  if (rows.some((id) => busy.has(rowKey(table, id)))) return;
  const names = ENTITIES.flatMap((entity) => (entity.table === table ? [] : [entity.table]));
  await setup.monitor.damage(device, async (db) => {
    await db.dexie.table<RawRow, string>(table).bulkDelete(rows);
    if ((await db.meta.get('tables')) !== undefined) await db.meta.put({ key: 'tables', names });
  });
}
