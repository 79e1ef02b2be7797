import { messages } from '../../model/entities/message.ts';
import { orgUsers } from '../../model/entities/org-user.ts';
import { teamMembers } from '../../model/entities/team-member.ts';
import { orgStream, projectScope } from '../../model/entities/scopes.ts';
import { memberId } from '../../model/shared/ids.ts';
import { chooseItemText, discardItem, retryItem } from '../../sync/store/outbox-actions.ts';
import { act } from './actions.ts';
import type { Device, Tab } from './device-types.ts';
import { createDice, type Dice } from './dice.ts';
import { FAIR, ROUGH, SLUGGISH, STORM } from './network.ts';
import type { Happening, TrayChoice } from './happening.ts';
import { EPOCH_MS } from './sim-server.ts';
import { forgetful, overloaded, poisonFor } from './troubles.ts';
import type { World } from './world.ts';

const DAY = 24 * 3_600_000;

/** Makes one thing happen. Never waits for the world: what it begins goes on beside everything else. */
export async function happen(world: World, happening: Happening): Promise<void> {
  const dice = createDice(happening.pick);
  world.note(describe(world, happening));
  switch (happening.kind) {
    case 'act':
      actOn(world, deviceOf(world, happening.device), happening, dice);
      return;
    case 'tray':
      decide(world, deviceOf(world, happening.device), happening.choice, dice);
      return;
    case 'weather':
      deviceOf(world, happening.device).line.weather = WEATHER[happening.weather];
      return;
    case 'offline':
      outage(world, deviceOf(world, happening.device), happening);
      return;
    case 'cut':
      outage(world, deviceOf(world, happening.device), happening);
      return;
    case 'open-tab':
      openTab(deviceOf(world, happening.device));
      return;
    case 'kill-tab':
      die(world, happening, () => {
        dice.maybePick(deviceOf(world, happening.device).tabs)?.kill();
      });
      return;
    case 'stop-tab':
      die(world, happening, () => {
        dice.maybePick(deviceOf(world, happening.device).tabs)?.stop();
      });
      return;
    case 'kill-device':
      die(world, happening, () => deviceOf(world, happening.device).kill());
      return;
    case 'evict':
      world.monitor.evict(deviceOf(world, happening.device));
      return;
    case 'copy-profile':
    case 'keep-profile':
    case 'put-back-profile':
      await onProfile(world, deviceOf(world, happening.device), happening.kind);
      return;
    case 'skew':
      deviceOf(world, happening.device).skew = happening.milliseconds;
      return;
    case 'days-off':
      daysOff(world, deviceOf(world, happening.device), happening.days);
      return;
    case 'poison':
      poisonFor(world, deviceOf(world, happening.device));
      return;
    case 'forgetful-server':
      forgetful(world, deviceOf(world, happening.device), happening.milliseconds);
      return;
    case 'wait':
      return;
    default:
      await onServer(world, happening, dice);
  }
}

/** Ends a process some macrotasks from now, or from the next answer that its device gets. */
function die(
  world: World,
  {
    device,
    tasks,
    onAnswer,
  }: { readonly device: number; readonly tasks: number; readonly onAnswer: boolean },
  kill: () => void,
): void {
  if (!onAnswer) {
    soon(world, tasks, kill);
    return;
  }
  const { line } = deviceOf(world, device);
  let waits = true;
  world.healings.push(() => {
    waits = false;
  });
  world.network.watch({
    delivered: (reached) => {
      if (!waits || reached !== line) return;
      waits = false;
      soon(world, tasks, kill);
    },
  });
}

/** In the middle of whatever is going on then; not any more when everything has healed. */
function soon(world: World, tasks: number, task: () => void): void {
  world.healings.push(world.loop.afterTasks(tasks, task));
}

const WEATHER = { fair: FAIR, rough: ROUGH, storm: STORM, sluggish: SLUGGISH } as const;

function describe(world: World, happening: Happening): string {
  const { gap: _gap, pick: _pick, kind, ...rest } = happening;
  const facts = Object.entries(rest).map(([name, value]) =>
    name === 'device' ? deviceOf(world, Number(value)).name : `${name} ${String(value)}`,
  );
  return [kind, ...facts].join(' ');
}

function deviceOf(world: World, index: number): Device {
  // Whoever is to be a copy that was left out of a smaller schedule is the original.
  const device = world.devices[index % world.devices.length];
  if (device === undefined) throw new Error(`There is no device ${String(index)}`);
  return device;
}

/** What is done to a profile while its browser is closed; afterwards it is opened again. */
async function onProfile(
  world: World,
  device: Device,
  what: 'copy-profile' | 'keep-profile' | 'put-back-profile',
): Promise<void> {
  if (what === 'keep-profile') await device.keep();
  if (what === 'put-back-profile') await world.monitor.putBack(device);
  if (what === 'copy-profile') {
    const copy = await device.copy(`${device.name}-copy${String(world.devices.length)}`);
    world.devices.push(copy);
    world.monitor.watchDevice(copy);
    copy.openTab();
  }
  device.openTab();
}

const MOST_TABS = 3;

function openTab(device: Device): void {
  if (device.tabs.length < MOST_TABS) device.openTab();
}

/** Somebody at the device: the tab they use, which they open when there is none. */
function tabOf(device: Device, dice: Dice): Tab {
  return dice.maybePick(device.tabs) ?? device.openTab();
}

function actOn(
  world: World,
  device: Device,
  happening: Extract<Happening, { kind: 'act' }>,
  dice: Dice,
): void {
  const tab = tabOf(device, dice);
  const { ledger } = world.monitor;
  const mine: number[] = [];
  const type = world.typed(device);
  const refuse = (refused: boolean) => {
    for (const index of mine) {
      const typed = ledger.typed[index];
      if (typed !== undefined) typed.refused = refused;
    }
  };
  const doing = act(happening.action, {
    cast: world.cast,
    device,
    tab,
    dice,
    focus: world.focus,
    links: (scope) => linksTo(world, scope),
    word: world.word,
    type: (typed) => {
      mine.push(ledger.typed.length);
      type(typed);
      // Until the transaction is through, nothing has been promised to the person.
      refuse(true);
    },
  });
  void world.monitor
    .whileActing(device, () => doing)
    .then((refusal) => {
      refuse(refusal !== undefined);
      if (refusal !== undefined) world.note(`  ${device.name} is told: ${refusal.message}`);
    });
}

function linksTo({ server, cast }: World, scope: string): readonly string[] {
  if (!server.isUp()) return [];
  const all = server.truth().rows(messages, cast.orgId);
  return all.filter((row) => row.scope === scope).map(({ id }) => id);
}

/** The person looks into the tray and decides about the first thing there. */
function decide(world: World, device: Device, choice: TrayChoice, dice: Dice): void {
  const view = device.view();
  const rejected = dice.maybePick(view.rejected);
  if (rejected === undefined) return;
  const tab = tabOf(device, dice);
  const id = String(rejected.seq);
  const { conflict } = rejected;
  const words = JSON.stringify(rejected.item.args);
  const group = view.rejected.filter(
    (one) =>
      one.seq === rejected.seq || (rejected.seq === rejected.group && one.group === rejected.group),
  );
  const discard = (...texts: readonly string[]) => {
    for (const typed of world.monitor.ledger.typed) {
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
  void world.monitor.whileActing(device, work).then(() => tab.engine.wake());
}

/** The way is broken for a while. */
function outage(
  { loop }: World,
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

/** The device is shut for days: nothing runs on it, and the world goes on. */
function daysOff(world: World, device: Device, days: number): void {
  device.kill();
  world.loop.after(days * DAY, () => undefined);
  world.loop.moveTo(world.loop.now() + days * DAY);
}

type OnServer = Exclude<
  Happening,
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
      | 'copy-profile'
      | 'keep-profile'
      | 'put-back-profile'
      | 'skew'
      | 'days-off'
      | 'poison'
      | 'forgetful-server'
      | 'wait';
  }
>;

async function onServer(world: World, happening: OnServer, dice: Dice): Promise<void> {
  const { server, loop, monitor } = world;
  switch (happening.kind) {
    case 'kill-server':
      soon(world, happening.tasks, () => server.kill());
      loop.after(happening.down + 1, () => world.duties.push(() => startAgain(world)));
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
      await loop.settle(server.goBack());
      monitor.watchServer();
      return;
    case 'overload':
      overloaded(world, happening.milliseconds);
      return;
    case 'expire-tokens':
      void server.app()?.services.writer.write([], async (tx) => {
        const db = await tx.db();
        await db.deleteFrom('access_tokens').execute();
      });
      return;
    case 'prune':
      prune(world);
      return;
    case 'membership':
      setMembership(world, happening.add, dice);
      return;
    case 'level':
      setLevel(world, happening.administrative);
  }
}

export async function startAgain(world: World): Promise<void> {
  if (world.server.isUp()) return;
  await world.loop.settle(world.server.start());
  world.monitor.watchServer();
}

/** Tombstones older than half of the history are forgotten: devices that were away longer download anew (EPOCH-2). */
function prune(world: World): void {
  const { server, cast } = world;
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

/** Somebody without a device adds a person to a project or takes them out. */
function setMembership(world: World, add: boolean, dice: Dice): void {
  const { cast, server } = world;
  const app = server.app();
  if (app === undefined) return;
  const project = dice.pick(cast.projects);
  const person = dice.pick([cast.ben, cast.ben, cast.cyd]);
  const id = memberId(project, person.orgUserId);
  void app.services.writer.write([orgStream(cast.orgId)], async (tx) => {
    const place = { orgId: cast.orgId };
    if (!add) {
      await tx.remove(teamMembers, place, id);
      return;
    }
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

/** Cyd is made a manager, who sees everything, or a member, who sees her projects. */
function setLevel(world: World, administrative: boolean): void {
  const { cast, server } = world;
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
