import type { RawRow } from '../../model/entities/define-entity.ts';
import { entityOf } from '../../model/entities/registry.ts';
import { taskSteps } from '../../model/entities/task-step.ts';
import { refOfKey, rowKey } from '../../sync/core/row-key.ts';
import type { DamageKind } from './event.ts';
import type { Device } from './device-types.ts';
import { isClaimed } from './invariants/loaded-ranges.ts';
import type { SeededRandom } from './random.ts';
import type { Setup } from './setup.ts';
import type { StoreView } from './store-view.ts';

/**
 * Rows that a disk may damage here: nobody edits from their content, and no rule depends on them, so that a schedule
 * shows the comparison and not what people do with wrong rows.
 */
const TABLES: readonly string[] = ['labels', 'flags', 'role_levels', 'role_categories', 'cards'];

/** The same among the details of hot projects (PULL-9.6): nobody changes a step. */
const DETAILS = taskSteps.table;

/** Damages one row without a pending change on the disk of a device, whose browser is opened again afterwards. */
export async function damageRow(
  setup: Setup,
  device: Device,
  damage: DamageKind,
  random: SeededRandom,
): Promise<void> {
  device.kill();
  const view = device.view();
  const busy = new Set([...view.base.keys(), ...view.outbox.flatMap(({ keys }) => keys)]);
  const isDownloading = [...view.streams.values()].some((state) => state.download !== undefined);
  const stored = [...view.rows].filter(([one, row]) => row.v > 1 && !busy.has(one));
  const details = stored.filter(([one, row]) => isDetailHere(view, one, row));
  const others = stored.filter(([one]) => TABLES.includes(refOfKey(one).table));
  const key = random.maybePick(
    (details.length > 0 ? details : others).map(([one]) => one).toSorted(),
  );
  const row = key === undefined || isDownloading ? undefined : view.rows.get(key);
  if (key !== undefined && row !== undefined) {
    const { table } = refOfKey(key);
    setup.note(`  ${device.name}: ${damage} ${key}`);
    await setup.monitor.damage(device, async (db) => {
      const rows = db.dexie.table<RawRow, string>(table);
      if (damage === 'missing') await rows.delete(row.id);
      if (damage === 'extra') await rows.put({ ...row, id: `${row.id.slice(0, -4)}dead` });
      if (damage === 'old') await rows.put({ ...garbled(table, row), v: row.v - 1 });
      if (damage === 'damaged') await rows.put(garbled(table, row));
    });
    setup.damaged.add(rowKey(table, row.id));
  }
  device.openTab();
}

/** True for a step of a hot project that its device has to have (OUT-7). */
function isDetailHere(view: StoreView, key: string, row: RawRow): boolean {
  if (refOfKey(key).table !== DETAILS) return false;
  const isHot = [...view.streams.values()].some(({ hot }) => hot?.[row.scope] !== undefined);
  return isHot && isClaimed(view, key, row);
}

/** The row with another name, or with another remark. */
function garbled(table: string, row: RawRow): RawRow {
  if (table === DETAILS) return { ...row, remark: 'garbled' };
  const field = Object.keys(entityOf(table)?.columns ?? {}).find((name) => name.endsWith('name'));
  return { ...row, [field ?? 'name']: 'garbled' };
}
