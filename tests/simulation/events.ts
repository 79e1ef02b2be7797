import { encrypt } from './events/encrypting.ts';
import { makeUnopenable, signIn, signOut } from './events/sessions.ts';
import {
  daysOff,
  die,
  during,
  freeze,
  onProfile,
  openTab,
  outage,
  sendWithoutPage,
} from './events/devices.ts';
import { actOn, decide } from './events/people.ts';
import { onServer } from './events/server.ts';
import type { Device } from './device-types.ts';
import { createRandom } from './random.ts';
import { FAIR, ROUGH, SLUGGISH, STORM } from './network.ts';
import type { SimulationEvent } from './event.ts';
import { damageRow } from './damage.ts';
import { forgetful, poisonFor } from './faulty-events.ts';
import { upgrade } from './upgrade.ts';
import { proxyOf } from './proxies.ts';
import type { Setup } from './setup.ts';

/** Starts one event. Never waits for the simulated system: the effects run beside everything else. */
export async function runEvent(setup: Setup, event: SimulationEvent): Promise<void> {
  const random = createRandom(event.pick);
  setup.note(describe(setup, event));
  switch (event.kind) {
    case 'act':
      actOn(setup, deviceOf(setup, event.device), event, random);
      return;
    case 'tray':
      decide(setup, deviceOf(setup, event.device), event.choice, random);
      return;
    case 'weather':
      deviceOf(setup, event.device).line.weather = WEATHER[event.weather];
      return;
    case 'offline':
      outage(setup, deviceOf(setup, event.device), event);
      return;
    case 'cut':
      outage(setup, deviceOf(setup, event.device), event);
      return;
    case 'open-tab':
      openTab(deviceOf(setup, event.device));
      return;
    case 'kill-tab':
      die(setup, deviceOf(setup, event.device), event, () => {
        random.maybePick(deviceOf(setup, event.device).tabs)?.kill();
      });
      return;
    case 'stop-tab':
      die(setup, deviceOf(setup, event.device), event, () => {
        random.maybePick(deviceOf(setup, event.device).tabs)?.stop();
      });
      return;
    case 'background-sync':
      sendWithoutPage(setup, deviceOf(setup, event.device));
      return;
    case 'upgrade':
      await upgrade(setup, deviceOf(setup, event.device), event.reload, random);
      return;
    case 'outdate':
      for (const { line } of setup.devices) line.isOutdated = true;
      return;
    case 'freeze':
      die(setup, deviceOf(setup, event.device), event, () => {
        const tab = random.maybePick(deviceOf(setup, event.device).tabs);
        if (tab !== undefined) freeze(setup, tab, event.milliseconds);
      });
      return;
    case 'kill-device':
      die(setup, deviceOf(setup, event.device), event, () => {
        const device = deviceOf(setup, event.device);
        if (device.seat === undefined) device.kill();
        else device.seat.machine.killAll();
      });
      return;
    case 'power-cut':
      die(setup, deviceOf(setup, event.device), event, () => {
        setup.monitor.powerCut(deviceOf(setup, event.device), event.part);
      });
      return;
    case 'full-disk':
      during(setup, event.milliseconds, deviceOf(setup, event.device), (device, isOn) => {
        device.failingWrites = isOn ? 0.5 : 0;
      });
      return;
    case 'proxy':
      during(setup, event.milliseconds, deviceOf(setup, event.device), ({ line }, isOn) => {
        line.proxy = isOn ? proxyOf(event.proxy, random) : undefined;
      });
      return;
    case 'late-answer': {
      const { path, skip, milliseconds } = event;
      deviceOf(setup, event.device).line.late.push({
        path: `/rest/sync/${path}`,
        skip,
        milliseconds,
      });
      return;
    }
    case 'hide':
      during(setup, event.milliseconds, deviceOf(setup, event.device), (device, isOn) =>
        device.hide(isOn),
      );
      return;
    case 'sign-in':
      await signIn(setup, deviceOf(setup, event.device));
      return;
    case 'sign-out':
      signOut(deviceOf(setup, event.device), event.keeps, random);
      return;
    case 'encrypt':
      encrypt(setup, deviceOf(setup, event.device), event.killedAfter, random);
      return;
    case 'unopenable':
      makeUnopenable(setup, deviceOf(setup, event.device), event.milliseconds);
      return;
    case 'evict':
      setup.monitor.evict(deviceOf(setup, event.device));
      return;
    case 'copy-profile':
    case 'keep-profile':
    case 'put-back-profile':
      await onProfile(setup, deviceOf(setup, event.device), event.kind);
      return;
    case 'skew':
      deviceOf(setup, event.device).skew = event.milliseconds;
      return;
    case 'days-off':
      daysOff(setup, deviceOf(setup, event.device), event.days);
      return;
    case 'poison':
      poisonFor(setup, deviceOf(setup, event.device));
      return;
    case 'forgetful-server':
      forgetful(setup, deviceOf(setup, event.device), event.milliseconds);
      return;
    case 'damage':
      await damageRow(setup, deviceOf(setup, event.device), event.damage, random);
      return;
    case 'compare':
      // Of a tab that ends meanwhile nothing is expected.
      void compareAndRelease(random.maybePick(deviceOf(setup, event.device).tabs)).catch(
        () => undefined,
      );
      return;
    case 'wait':
      return;
    default:
      await onServer(setup, event, random);
  }
}

/** As the product's worker does it. */
async function compareAndRelease(tab: Device['tabs'][number] | undefined): Promise<void> {
  await tab?.engine.compare({ everything: true });
  await tab?.engine.releaseCold();
}

const WEATHER = { fair: FAIR, rough: ROUGH, storm: STORM, sluggish: SLUGGISH } as const;

function describe(setup: Setup, event: SimulationEvent): string {
  const { gap: _gap, pick: _pick, kind, ...rest } = event;
  const context = Object.entries(rest).map(([name, value]) =>
    name === 'device' ? deviceOf(setup, Number(value)).name : `${name} ${String(value)}`,
  );
  return [kind, ...context].join(' ');
}

function deviceOf(setup: Setup, index: number): Device {
  // A copy that the smaller schedule has left out is replaced by its original.
  const device = setup.devices[index % setup.devices.length];
  if (device === undefined) throw new Error(`There is no device ${String(index)}`);
  return device;
}
