import type { Typed } from './actions/doing.ts';
import { createDevice } from './device.ts';
import type { Device, DeviceSetup } from './device-types.ts';
import { createRandom, type SeededRandom } from './random.ts';
import type { EngineFault } from './engine-faults.ts';
import type { ServerFault } from './planted-fault.ts';
import { installDeviceKeys } from './encrypted/device-keys.ts';
import { installPromptCrypto } from './sessions/webcrypto.ts';
import { installLiveQueries } from './sessions/live-queries.ts';
import { createSharedMachine } from './sessions/shared-machine.ts';
import { createMonitor, type Monitor } from './monitor.ts';
import { createNetwork, type Network } from './network.ts';
import type { Cast, Person } from './people.ts';
import type { Schedule } from './schedule.ts';
import { seedMessages } from './seed-messages.ts';
import { seedSecondOrganization } from './seed-organization.ts';
import { createSimServer, type SimServer } from './sim-server.ts';
import { activate } from './source-switches.ts';
import type { Template } from './template.ts';
import { THEMES } from './themes.ts';
import { traceOf } from './trace.ts';
import { installVirtualLoop, type VirtualLoop } from './virtual-loop.ts';

/** A change on which the server always fails. */
export interface Poisoned {
  readonly clientId: string;
  readonly seq: number;
}

/** State of a running schedule. */
export interface Setup {
  readonly deviceSetup: DeviceSetup;
  /** Restores timers and WebCrypto of the process. */
  readonly uninstall: () => void;
  readonly loop: VirtualLoop;
  readonly random: SeededRandom;
  readonly server: SimServer;
  readonly network: Network;
  readonly devices: Device[];
  readonly monitor: Monitor;
  /** The organisation that events of the server change. */
  readonly cast: Cast;
  /** The organisation of a device. */
  readonly castOf: (device: Device) => Cast;
  /** A word that has not been typed before. */
  readonly word: () => string;
  readonly typed: (device: Device) => (typed: Typed) => void;
  /** One line about an event, for readers of a failure. */
  readonly note: (line: string) => void;
  readonly notes: readonly string[];
  /** Changes on which the server always fails. */
  readonly poisoned: Poisoned[];
  /** Keys of rows that were damaged on a disk: the devices compare themselves with the server at the end. */
  readonly damaged: Set<string>;
  /** Number of rows of each kind that people choose from. */
  readonly focus: number | undefined;
  /** Work that runs while virtual time does not advance: the start of a server takes none. */
  readonly duties: (() => Promise<void>)[];
  /** Functions that end temporary faults. */
  readonly healings: (() => void)[];
}

export interface SetupOptions {
  readonly template: Template;
  readonly schedule: Schedule;
  readonly engineFault?: EngineFault | undefined;
  readonly serverFault?: ServerFault | undefined;
  /** Numbers of invariants that are switched off. */
  readonly unasked?: readonly string[] | undefined;
}

export async function createSetup(options: SetupOptions): Promise<Setup> {
  const { template, schedule, engineFault, serverFault, unasked = [] } = options;
  activate(engineFault);
  const { data, cast } = await template.copy(THEMES[schedule.theme]);
  const loop = installVirtualLoop();
  const random = createRandom(`world ${schedule.seed}`);
  data.join?.(loop, random.fork('statements'));
  const uninstallCrypto = installPromptCrypto(random.fork('crypto'));
  const failures: ((what: string) => void)[] = [];
  const server = createSimServer({
    loop,
    random: random.fork('server'),
    data,
    processes: THEMES[schedule.theme].processes,
    detailRows: THEMES[schedule.theme].detailRows,
    taskRows: THEMES[schedule.theme].taskRows,
    coldAfter: THEMES[schedule.theme].coldAfter,
    failed: (what) => {
      for (const notify of failures) notify(what);
    },
  });
  await loop.settle(server.start());
  const services = server.app()?.services;
  if (THEMES[schedule.theme].hasHistory === true && services !== undefined) {
    await loop.settle(seedMessages(services, cast));
  }
  const second =
    THEMES[schedule.theme].hasSecond === true && services !== undefined
      ? await loop.settle(seedSecondOrganization(services, cast))
      : undefined;
  const network = createNetwork({ loop, random: random.fork('network'), server });
  if (schedule.pageRows !== undefined) network.tampers.push(smallPages(schedule.pageRows));
  const monitor = createMonitor({ loop, server, network, unasked });
  failures.push((what) => monitor.violate('the server foresees every error', what));
  monitor.watchServer();
  if (serverFault !== undefined) {
    network.tampers.push(serverFault.tamper({ loop, server, random: random.fork('fault') }));
  }
  const used = new Map<Person, number>();
  const shared = schedule.devices.find(({ isShared }) => isShared === true);
  const keys = THEMES[schedule.theme].encryption === undefined ? undefined : installDeviceKeys();
  const machine = shared && createSharedMachine({ loop, hasLocks: shared.hasLocks, keys });
  const uninstallQueries = machine && installLiveQueries(machine.factory);
  const deviceSetup: DeviceSetup = {
    loop,
    network,
    server,
    hasFiles: THEMES[schedule.theme].hasFiles === true,
    hasBuilds: THEMES[schedule.theme].hasBuilds === true,
    hasWorker: THEMES[schedule.theme].hasWorker === true,
  };
  const devices = schedule.devices.map(
    ({ person: called, hasLocks, isShared, isInSecond }, index) => {
      const { [called]: person } = isInSecond === true && second !== undefined ? second : cast;
      const cookie = person.cookies[used.get(person) ?? 0] ?? '';
      used.set(person, (used.get(person) ?? 0) + 1);
      const name = `${called}-${String(index)}`;
      const device = createDevice({
        setup: deviceSetup,
        name,
        person,
        cookie,
        random: random.fork(name),
        hasLocks,
        key:
          THEMES[schedule.theme].encryption === 'from the start'
            ? keys?.add(name, person, random.fork(`key of ${name}`))
            : undefined,
        wroteInVain: ({ name: who }) =>
          monitor.violate('CLIENT-7 a build that was replaced writes nothing', who),
        failed: ({ name: where }, error) =>
          monitor.violate('the product foresees every error', `${where}: ${String(error)}`),
        ...(isShared === true && { machine, left: monitor.signedOut }),
      });
      monitor.watchDevice(device);
      return device;
    },
  );
  const notes: string[] = [];
  const note = (line: string) =>
    void notes.push(`${String(Math.round(loop.now())).padStart(9)} ms  ${line}`);
  network.watch({
    answered: (line, call, answer) => note(`    ${line.name}: ${traceOf(call, answer)}`),
  });
  let words = 0;
  return {
    deviceSetup,
    uninstall: () => {
      loop.uninstall();
      uninstallCrypto();
      uninstallQueries?.();
      keys?.uninstall();
    },
    loop,
    random,
    server,
    network,
    devices,
    monitor,
    cast,
    castOf: ({ person }) => (person.orgId === second?.orgId ? second : cast),
    notes,
    poisoned: [],
    damaged: new Set(),
    focus: THEMES[schedule.theme].focus,
    duties: [],
    healings: [],
    note,
    word: () => {
      words += 1;
      return `word${String(words)}x`;
    },
    typed: (device) => (typed) => {
      monitor.ledger.typed.push({
        ...typed,
        device: device.name,
        generation: device.evictions(),
        refused: false,
        discarded: false,
      });
    },
  };
}

/** Pages of few rows, so that streams of a few hundred versions need many of them. */
function smallPages(rows: number): Network['tampers'][number] {
  return {
    call: (call) =>
      call.url.startsWith('/rest/sync/pull?')
        ? { call: { ...call, url: call.url.replace(/limit=\d+/, `limit=${String(rows)}`) } }
        : undefined,
  };
}
