import { CLOSED } from '../../../sync/store/closing.ts';
import type { Device } from '../device-types.ts';
import type { SeededRandom } from '../random.ts';
import type { Setup } from '../setup.ts';
import { soon } from './devices.ts';
import { isAway, tabOf } from './sessions.ts';

/** `killedAfter`: macrotasks between the commit that closes a store and the kill of the browser. */
export function encrypt(
  setup: Setup,
  device: Device,
  killedAfter: number | undefined,
  random: SeededRandom,
): void {
  if (isAway(device)) return;
  let waits = killedAfter !== undefined;
  const stop = () => {
    waits = false;
  };
  setup.healings.push(stop);
  device.onCommit((store) => {
    if (!waits || device.view(store).minWriter !== CLOSED) return;
    waits = false;
    soon(setup, killedAfter ?? 0, () => device.seat?.machine.killAll());
  });
  void device.seat?.encrypt(tabOf(device, random)).then(stop);
}
