import { orgUsers } from '../../../model/entities/org-user.ts';
import { projects } from '../../../model/entities/project.ts';
import { orgStream, projectScope } from '../../../model/entities/scopes.ts';
import { teamMembers } from '../../../model/entities/team-member.ts';
import { MOST_ERASE_DAYS } from '../../../model/shared/erasure.ts';
import { memberId } from '../../../model/shared/ids.ts';
import { runErasure } from '../../../server/erasure/run.ts';
import type { SimulationEvent } from '../event.ts';
import { overloaded } from '../faulty-events.ts';
import type { SeededRandom } from '../random.ts';
import type { Setup } from '../setup.ts';
import { EPOCH_MS } from '../processes/open-process.ts';
import { soon } from './devices.ts';
import { writeUnwatched } from '../write-unwatched.ts';

type ServerEvent = Extract<
  SimulationEvent,
  {
    readonly kind:
      | 'kill-server'
      | 'kill-process'
      | 'cut-bus'
      | 'backup'
      | 'restore'
      | 'go-back'
      | 'overload'
      | 'expire-tokens'
      | 'prune'
      | 'erase'
      | 'membership'
      | 'level';
  }
>;

export async function onServer(
  setup: Setup,
  event: ServerEvent,
  random: SeededRandom,
): Promise<void> {
  const { server, loop, monitor } = setup;
  switch (event.kind) {
    case 'kill-server':
      soon(setup, event.tasks, () => server.kill());
      loop.after(event.down + 1, () => setup.duties.push(() => startAgain(setup)));
      return;
    case 'kill-process':
      soon(setup, event.tasks, () => server.killProcess());
      loop.after(event.down + 1, () => setup.duties.push(() => startAgain(setup)));
      return;
    case 'cut-bus':
      setup.healings.push(server.cutBus(event.milliseconds));
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
      writeUnwatched(server.app(), [], async (tx) => {
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
  if (setup.server.isWhole()) return;
  await setup.loop.settle(setup.server.start());
  setup.monitor.watchServer();
}

const DAY_MS = 24 * 60 * 60_000;

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
  writeUnwatched(app, [], async (tx) => {
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
  runErasure({ database, writer, now }, () => undefined).catch(() => undefined);
}

/** A person without a device adds a member to a project or removes one. */
function setMembership(setup: Setup, add: boolean, random: SeededRandom): void {
  const { cast, server } = setup;
  const app = server.app();
  if (app === undefined) return;
  const project = random.pick(cast.projects);
  const person = random.pick([cast.ben, cast.ben, cast.cyd]);
  const id = memberId(project, person.orgUserId);
  writeUnwatched(app, [orgStream(cast.orgId)], async (tx) => {
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
  writeUnwatched(app, [orgStream(cast.orgId)], async (tx) => {
    const place = { orgId: cast.orgId };
    const row = await tx.get(orgUsers, place, cast.cyd.orgUserId);
    if (row === undefined) return;
    const user_role = administrative ? cast.roles.manager : cast.roles.member;
    await tx.put(orgUsers, place, { ...row, user_role });
  });
}
