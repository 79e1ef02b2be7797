import type { Device, Tab } from '../device-types.ts';
import type { Setup } from '../setup.ts';
import { isAway } from './sessions.ts';

/** Events of processes, profiles and networks of devices. */

/** Ends a process after some macrotasks, counted from now or from the next response to its device. */
export function die(
  setup: Setup,
  { line }: Device,
  { tasks, onAnswer }: { readonly tasks: number; readonly onAnswer: boolean },
  kill: () => void,
): void {
  if (!onAnswer) {
    soon(setup, tasks, kill);
    return;
  }
  let waits = true;
  setup.healings.push(() => {
    waits = false;
  });
  setup.network.watch({
    delivered: (reached) => {
      if (!waits || reached !== line) return;
      waits = false;
      soon(setup, tasks, kill);
    },
  });
}

/** Runs the task between other macrotasks; cancelled when all faults have healed. */
export function soon(setup: Setup, tasks: number, task: () => void): void {
  setup.healings.push(setup.loop.afterTasks(tasks, task));
}

/** Changes a profile while its browser is closed, then opens the browser. */
export async function onProfile(
  setup: Setup,
  device: Device,
  what: 'copy-profile' | 'keep-profile' | 'put-back-profile',
): Promise<void> {
  if (what === 'keep-profile') await device.keep();
  if (what === 'put-back-profile') await setup.monitor.restoreProfile(device);
  if (what === 'copy-profile') {
    const copy = await device.copy(`${device.name}-copy${String(setup.devices.length)}`);
    setup.devices.push(copy);
    setup.monitor.watchDevice(copy);
    copy.openTab();
  }
  device.openTab();
}

const MOST_TABS = 3;

export function openTab(device: Device): void {
  if (isAway(device)) return;
  if (device.tabs.length < MOST_TABS) device.openTab();
}

/** Number of `sync` events for the same work, and the milliseconds between two, as in Chromium. */
const ATTEMPTS = 3;
const SYNC_AGAIN = 300_000;

/** ENG-5: the service worker sends the outbox while no page is open; a browser repeats an event that failed. */
export function sendWithoutPage(setup: Setup, device: Device, attempts = ATTEMPTS): void {
  const { loop, monitor } = setup;
  device.kill();
  setup.note(`  the service worker of ${device.name} runs`);
  void device.runWorker().then((isSent) => {
    const left = device.view().outbox.filter(({ state }) => state !== 'acked');
    setup.note(`  it reports ${isSent ? 'that everything is sent' : 'that something is left'}`);
    // A person may have opened a page meanwhile, and written there.
    if (isSent && left.length > 0 && device.tabs.length === 0) {
      const names = left.map(({ name }) => name).join(', ');
      monitor.violate('ENG-5 work is sent when it is said to be', `${device.name}: ${names}`);
    }
    if (isSent || attempts === 1) return;
    loop.after(SYNC_AGAIN, () => {
      if (device.tabs.length === 0) sendWithoutPage(setup, device, attempts - 1);
    });
  });
}

export function freeze({ loop, healings }: Setup, { life }: Tab, milliseconds: number): void {
  life.freeze();
  loop.after(milliseconds, life.thaw);
  healings.push(life.thaw);
}

/** Breaks the device's network for some time. */
export function outage(
  { loop }: Setup,
  device: Device,
  { kind, milliseconds }: { readonly kind: 'offline' | 'cut'; readonly milliseconds: number },
): void {
  const set = (broken: boolean) => {
    if (kind === 'offline') device.goOffline(broken);
    else device.line.cut = broken;
  };
  set(true);
  loop.after(milliseconds, () => set(false));
}

/** Sets a state of a device, and resets it after the time or when everything heals. */
export function during(
  { loop, healings }: Setup,
  milliseconds: number,
  device: Device,
  set: (device: Device, isOn: boolean) => void,
): void {
  const reset = () => set(device, false);
  set(device, true);
  loop.after(milliseconds, reset);
  healings.push(reset);
}

/** Switches the device off for days, while everything else continues. */
export function daysOff(setup: Setup, device: Device, days: number): void {
  device.kill();
  setup.loop.after(days * DAY, () => undefined);
  setup.loop.moveTo(setup.loop.now() + days * DAY);
}

const DAY = 24 * 3_600_000;
