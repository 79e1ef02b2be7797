import { CLOSED } from '../../../sync/store/closing.ts';
import type { Device } from '../device-types.ts';
import type { SeededRandom } from '../random.ts';
import type { Setup } from '../setup.ts';
import { soon } from './devices.ts';
import { isAway, tabOf } from './sessions.ts';

/** The person encrypts the device. `killedAfter`: macrotasks from the closed plain store until the browser ends. */
export function encrypt(
  setup: Setup,
  device: Device,
  killedAfter: number | undefined,
  random: SeededRandom,
): void {
  if (isAway(device)) return;
  let waits = killedAfter !== undefined;
  setup.healings.push(() => {
    waits = false;
  });
  device.onCommit((store) => {
    if (!waits || device.view(store).minWriter !== CLOSED) return;
    waits = false;
    soon(setup, killedAfter ?? 0, () => device.seat?.machine.killAll());
  });
  void device.seat?.encrypt(tabOf(device, random));
}
