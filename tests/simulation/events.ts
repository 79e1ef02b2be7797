import { messages } from '../../model/entities/message.ts';
import { orgUsers } from '../../model/entities/org-user.ts';
import { projects } from '../../model/entities/project.ts';
import { teamMembers } from '../../model/entities/team-member.ts';
import { orgStream, projectScope } from '../../model/entities/scopes.ts';
import { MOST_ERASE_DAYS } from '../../model/shared/erasure.ts';
import { memberId } from '../../model/shared/ids.ts';
import { openSession } from '../../server/auth/sessions.ts';
import { machineOf } from '../../server/shared/machine.ts';
import { runErasure } from '../../server/erasure/run.ts';
import { isFull } from '../../sync/store/not-saved.ts';
import { chooseItemText, discardItem, retryItem } from '../../sync/store/outbox-actions.ts';
import { act } from './actions.ts';
import type { Device, Tab } from './device-types.ts';
import { createRandom, type SeededRandom } from './random.ts';
import { FAIR, ROUGH, SLUGGISH, STORM } from './network.ts';
import type { SimulationEvent, RejectedChoice } from './event.ts';
import { EPOCH_MS } from './sim-server.ts';
import { damageRow } from './damage.ts';
import { forgetful, overloaded, poisonFor } from './faulty-events.ts';
import { upgrade } from './upgrade.ts';
import { proxyOf } from './proxies.ts';
import type { Setup } from './setup.ts';

const DAY_MS = 24 * 60 * 60_000;

const DAY = 24 * 3_600_000;

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
      die(setup, event, () => {
        random.maybePick(deviceOf(setup, event.device).tabs)?.kill();
      });
      return;
    case 'stop-tab':
      die(setup, event, () => {
        random.maybePick(deviceOf(setup, event.device).tabs)?.stop();
      });
      return;
    case 'background-sync':
      sendWithoutPage(setup, deviceOf(setup, event.device), ATTEMPTS);
      return;
    case 'upgrade':
      await upgrade(setup, deviceOf(setup, event.device), event.reload, random);
      return;
    case 'outdate':
      for (const { line } of setup.devices) line.isOutdated = true;
      return;
    case 'freeze':
      die(setup, event, () => {
        const tab = random.maybePick(deviceOf(setup, event.device).tabs);
        if (tab !== undefined) freeze(setup, tab, event.milliseconds);
      });
      return;
    case 'kill-device':
      die(setup, event, () => {
        const device = deviceOf(setup, event.device);
        if (device.seat === undefined) device.kill();
        else device.seat.machine.killAll();
      });
      return;
    case 'power-cut':
      die(setup, event, () => {
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
      void random
        .maybePick(deviceOf(setup, event.device).tabs)
        ?.engine.compare({ everything: true })
        .catch(() => undefined);
      return;
    case 'wait':
      return;
    default:
      await onServer(setup, event, random);
  }
}

/** Ends a process after some macrotasks, counted from now or from the next response to its device. */
function die(
  setup: Setup,
  {
    device,
    tasks,
    onAnswer,
  }: { readonly device: number; readonly tasks: number; readonly onAnswer: boolean },
  kill: () => void,
): void {
  if (!onAnswer) {
    soon(setup, tasks, kill);
    return;
  }
  const { line } = deviceOf(setup, device);
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
function soon(setup: Setup, tasks: number, task: () => void): void {
  setup.healings.push(setup.loop.afterTasks(tasks, task));
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

/** Changes a profile while its browser is closed, then opens the browser. */
async function onProfile(
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

function openTab(device: Device): void {
  if (isAway(device)) return;
  if (device.tabs.length < MOST_TABS) device.openTab();
}

/** True for a person who is not signed in on a shared machine. */
function isAway({ seat }: Device): boolean {
  return seat !== undefined && !seat.isSignedIn();
}

/** A new session of the server for the device's person; undefined while the server is down. */
export async function newSession({ server, loop }: Setup, device: Device): Promise<string | undefined> {
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

function signOut(device: Device, keeps: boolean, random: SeededRandom): void {
  if (isAway(device)) return;
  void device.seat?.signOut(tabOf(device, random), keeps);
}

/** The tab that the person uses; opened when the device has none. */
function tabOf(device: Device, random: SeededRandom): Tab {
  const tab = random.maybePick(device.tabs) ?? device.openTab();
  // The person looks at it.
  tab.life.thaw();
  return tab;
}

/** Number of `sync` events for the same work, and the milliseconds between two, as in Chromium. */
const ATTEMPTS = 3;
const SYNC_AGAIN = 300_000;

/** ENG-5: the service worker sends the outbox while no page is open; a browser repeats an event that failed. */
function sendWithoutPage(setup: Setup, device: Device, attempts: number): void {
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

function freeze({ loop, healings }: Setup, { life }: Tab, milliseconds: number): void {
  life.freeze();
  loop.after(milliseconds, life.thaw);
  healings.push(life.thaw);
}

function actOn(
  setup: Setup,
  device: Device,
  event: Extract<SimulationEvent, { kind: 'act' }>,
  random: SeededRandom,
): void {
  if (isAway(device)) return;
  const tab = tabOf(device, random);
  const { ledger } = setup.monitor;
  const mine: number[] = [];
  const type = setup.typed(device);
  const refuse = (refused: boolean) => {
    for (const index of mine) {
      const typed = ledger.typed[index];
      if (typed !== undefined) typed.refused = refused;
    }
  };
  const doing = act(event.action, {
    cast: setup.cast,
    device,
    tab,
    random,
    focus: setup.focus,
    links: (scope) => linksTo(setup, scope),
    word: setup.word,
    pickFile: (file) => {
      const picked = {
        ...file,
        device: device.name,
        generation: device.evictions(),
        accepted: false,
        removed: false,
      };
      ledger.picked.push(picked);
      return () => {
        picked.accepted = true;
      };
    },
    type: (typed) => {
      mine.push(ledger.typed.length);
      type(typed);
      // Nothing is promised to the person before the commit.
      refuse(true);
    },
  });
  void setup.monitor
    .whileActing(device, () => doing)
    .then((refusal) => {
      refuse(refusal !== undefined);
      if (refusal !== undefined) setup.note(`  ${device.name} is told: ${refusal.message}`);
    });
}

function linksTo({ server, cast }: Setup, scope: string): readonly string[] {
  if (!server.isUp()) return [];
  const all = server.truth().rows(messages, cast.orgId);
  return all.filter((row) => row.scope === scope).map(({ id }) => id);
}

/** The person decides on a rejected change. */
function decide(setup: Setup, device: Device, choice: RejectedChoice, random: SeededRandom): void {
  if (isAway(device)) return;
  const view = device.view();
  const rejected = random.maybePick(view.rejected);
  if (rejected === undefined) return;
  const tab = tabOf(device, random);
  const id = String(rejected.seq);
  const { conflict } = rejected;
  const words = JSON.stringify(rejected.item.args);
  const group = view.rejected.filter(
    (one) =>
      one.seq === rejected.seq || (rejected.seq === rejected.group && one.group === rejected.group),
  );
  const discard = (...texts: readonly string[]) => {
    for (const typed of setup.monitor.ledger.typed) {
      if (texts.some((text) => text.includes(typed.token))) typed.discarded = true;
    }
  };
  const work = async () => {
    const context = await tab.context();
    if (conflict === undefined) {
      if (choice !== 'discard') return retryItem(context, id);
      discard(...group.map(({ item }) => JSON.stringify(item.args)));
      return discardItem(context, id);
    }
    if (choice === 'theirs' || choice === 'discard') {
      discard(words);
      return chooseItemText(context, id, 'theirs');
    }
    if (choice === 'mine') {
      discard(conflict.theirs);
      return chooseItemText(context, id, 'mine');
    }
    return chooseItemText(context, id, { merged: `${conflict.theirs}\n${conflict.mine}` });
  };
  void setup.monitor.whileActing(device, work).then(
    () => tab.engine.wake(),
    (error: unknown) => {
      if (!isFull(error)) throw error;
      setup.note(`  ${device.name} has no room for the decision`);
    },
  );
}

/** Breaks the device's network for some time. */
function outage(
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
function during(
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
function daysOff(setup: Setup, device: Device, days: number): void {
  device.kill();
  setup.loop.after(days * DAY, () => undefined);
  setup.loop.moveTo(setup.loop.now() + days * DAY);
}

type OnServer = Exclude<
  SimulationEvent,
  {
    kind:
      | 'act'
      | 'tray'
      | 'weather'
      | 'offline'
      | 'cut'
      | 'open-tab'
      | 'kill-tab'
      | 'kill-device'
      | 'stop-tab'
      | 'evict'
      | 'freeze'
      | 'background-sync'
      | 'upgrade'
      | 'outdate'
      | 'sign-in'
      | 'sign-out'
      | 'power-cut'
      | 'full-disk'
      | 'proxy'
      | 'hide'
      | 'copy-profile'
      | 'keep-profile'
      | 'put-back-profile'
      | 'skew'
      | 'days-off'
      | 'poison'
      | 'forgetful-server'
      | 'damage'
      | 'compare'
      | 'wait';
  }
>;

async function onServer(setup: Setup, event: OnServer, random: SeededRandom): Promise<void> {
  const { server, loop, monitor } = setup;
  switch (event.kind) {
    case 'kill-server':
      soon(setup, event.tasks, () => server.kill());
      loop.after(event.down + 1, () => setup.duties.push(() => startAgain(setup)));
      return;
    case 'backup':
      if (server.isUp()) server.backup();
      return;
    case 'restore':
      if (!server.hasBackup()) return;
      await loop.settle(server.restore());
      monitor.watchServer();
      return;
    case 'go-back':
      if (!server.hasBackup()) return;
      await loop.settle(server.rollBack());
      monitor.watchServer();
      return;
    case 'overload':
      overloaded(setup, event.milliseconds);
      return;
    case 'expire-tokens':
      void server.app()?.services.writer.write([], async (tx) => {
        const db = await tx.db();
        await db.deleteFrom('access_tokens').execute();
      });
      return;
    case 'prune':
      prune(setup);
      return;
    case 'erase':
      erase(setup);
      return;
    case 'membership':
      setMembership(setup, event.add, random);
      return;
    case 'level':
      setLevel(setup, event.administrative);
  }
}

export async function startAgain(setup: Setup): Promise<void> {
  if (setup.server.isUp()) return;
  await setup.loop.settle(setup.server.start());
  setup.monitor.watchServer();
}

/**
 * Deletes the tombstones of the oldest nine tenths of the versions: devices with an older cursor download again
 * (EPOCH-2).
 */
function prune(setup: Setup): void {
  const { server, cast } = setup;
  const app = server.app();
  if (app === undefined) return;
  const stream = orgStream(cast.orgId);
  const floor = Math.floor((server.truth().streams().get(stream)?.head ?? 0) * 0.9);
  void app.services.writer.write([], async (tx) => {
    const sql = await tx.sql();
    await sql.run('update streams set floor = ? where stream = ? and floor < ?', [
      floor,
      stream,
      floor,
    ]);
    await sql.run("delete from changes where stream = ? and kind <> 'put' and v <= ?", [
      stream,
      floor,
    ]);
  });
}

/** Erases what is deleted, whenever that was; a server that is killed meanwhile has left the rest for the next run. */
function erase({ server }: Setup): void {
  const app = server.app();
  if (app === undefined) return;
  const { database, writer, clock } = app.services;
  const now = clock.now() + (MOST_ERASE_DAYS + 1) * DAY_MS;
  void runErasure({ database, writer, now }, () => undefined);
}

/** A person without a device adds a member to a project or removes one. */
function setMembership(setup: Setup, add: boolean, random: SeededRandom): void {
  const { cast, server } = setup;
  const app = server.app();
  if (app === undefined) return;
  const project = random.pick(cast.projects);
  const person = random.pick([cast.ben, cast.ben, cast.cyd]);
  const id = memberId(project, person.orgUserId);
  void app.services.writer.write([orgStream(cast.orgId)], async (tx) => {
    const place = { orgId: cast.orgId };
    if (!add) {
      await tx.remove(teamMembers, place, id);
      return;
    }
    // The product refuses a member of a project that is erased.
    if ((await tx.get(projects, place, project)) === undefined) return;
    if ((await tx.get(teamMembers, place, id)) !== undefined) return;
    await tx.put(teamMembers, place, {
      id,
      scope: projectScope(project),
      v: 0,
      project,
      organization_user: person.orgUserId,
      created_at: new Date(EPOCH_MS).toISOString(),
    });
  });
}

/** Makes Cyd a manager, who reads every project, or a member, who reads her own. */
function setLevel(setup: Setup, administrative: boolean): void {
  const { cast, server } = setup;
  const app = server.app();
  if (app === undefined) return;
  void app.services.writer.write([orgStream(cast.orgId)], async (tx) => {
    const place = { orgId: cast.orgId };
    const row = await tx.get(orgUsers, place, cast.cyd.orgUserId);
    if (row === undefined) return;
    const user_role = administrative ? cast.roles.manager : cast.roles.member;
    await tx.put(orgUsers, place, { ...row, user_role });
  });
}
