import type { RawRow } from '../../model/entities/define-entity.ts';
import { entityOf } from '../../model/entities/registry.ts';
import { refOfKey, rowKey } from '../../sync/core/row-key.ts';
import type { DamageKind } from './event.ts';
import type { Device } from './device-types.ts';
import type { SeededRandom } from './random.ts';
import type { Setup } from './setup.ts';

/**
 * Rows that a disk may damage here: nobody edits from their content, and no rule depends on them, so that a schedule
 * shows the comparison and not what people do with wrong rows.
 */
const TABLES: readonly string[] = ['labels', 'flags', 'role_levels', 'role_categories', 'cards'];

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
  const key = random.maybePick(
    [...view.rows]
      .filter(([one, row]) => TABLES.includes(refOfKey(one).table) && row.v > 1 && !busy.has(one))
      .map(([one]) => one)
      .toSorted(),
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

/** The row with another name. */
function garbled(table: string, row: RawRow): RawRow {
  const field = Object.keys(entityOf(table)?.columns ?? {}).find((name) => name.endsWith('name'));
  return { ...row, [field ?? 'name']: 'garbled' };
}
