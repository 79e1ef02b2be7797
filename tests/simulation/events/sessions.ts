import { openSession } from '../../../server/auth/sessions.ts';
import { machineOf } from '../../../server/shared/machine.ts';
import type { Device, Tab } from '../device-types.ts';
import type { SeededRandom } from '../random.ts';
import type { Setup } from '../setup.ts';

/** True for a person who is not signed in on a shared machine. */
export function isAway({ seat }: Device): boolean {
  return seat !== undefined && !seat.isSignedIn();
}

/** A new session of the server for the device's person; undefined while the server is down. */
export async function newSession(
  { server, loop }: Setup,
  device: Device,
): Promise<string | undefined> {
  const services = server.app()?.services;
  if (services === undefined) return undefined;
  const { userId } = device.person;
  const session = await loop.settle(
    services.writer.write([], async (tx) =>
      openSession(await tx.db(), machineOf(services), {
        userId,
        deviceToken: null,
        address: '203.0.113.7',
      }),
    ),
  );
  return session.cookie;
}

export async function signIn(setup: Setup, device: Device): Promise<void> {
  const { seat } = device;
  if (seat === undefined || seat.isSignedIn()) return;
  const cookie = await newSession(setup, device);
  if (cookie !== undefined) void seat.signIn(cookie);
}

export function signOut(device: Device, keeps: boolean, random: SeededRandom): void {
  if (isAway(device)) return;
  void device.seat?.signOut(tabOf(device, random), keeps);
}

/** CLIENT-6: for this time the browser cannot open the store that the account has now. */
export function makeUnopenable({ loop, healings }: Setup, device: Device, milliseconds: number) {
  const { seat } = device;
  if (seat === undefined) return;
  const { machine } = seat;
  const store = machine.storeOf(device.person);
  machine.killAll();
  machine.unopenable.add(store);
  const reset = () => void machine.unopenable.delete(store);
  loop.after(milliseconds, reset);
  healings.push(reset);
  if (seat.isSignedIn()) device.openTab();
}

/** True while the browser can open no store of the person: no screen shows anything. */
export function isBlank({ seat, store }: Device): boolean {
  return seat?.machine.unopenable.has(store()) === true;
}

/** The tab that the person uses; opened when the device has none. */
export function tabOf(device: Device, random: SeededRandom): Tab {
  const tab = random.maybePick(device.tabs) ?? device.openTab();
  // The person looks at it.
  tab.life.thaw();
  return tab;
}

/** People whose session has ended sign in again. */
export async function signInWhereNeeded(setup: Setup): Promise<void> {
  for (const device of setup.devices) {
    const net = await Promise.all(
      device.tabs.map((tab) => setup.loop.settle(tab.store.read([], (tx) => tx.net()))),
    );
    if (net.every(({ auth }) => auth === 'ok')) continue;
    const cookie = await newSession(setup, device);
    if (cookie === undefined) return;
    device.cookie = cookie;
    setup.note(`  ${device.name} signs in again`);
    for (const tab of device.tabs) tab.engine.resume();
  }
}
