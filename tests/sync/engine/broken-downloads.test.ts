import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { labels } from '../../../model/entities/label.ts';
import { tasks } from '../../../model/entities/task.ts';
import { teams } from '../../../model/entities/team.ts';
import { todos } from '../../../model/entities/todo.ts';
import { labelCreate } from '../../../model/mutations/label/label-create.ts';
import { labelDelete } from '../../../model/mutations/label/label-delete.ts';
import { labelRename } from '../../../model/mutations/label/label-rename.ts';
import { projectCreate } from '../../../model/mutations/project/project-create.ts';
import { teamCreate } from '../../../model/mutations/team/team-create.ts';
import { teamDelete } from '../../../model/mutations/team/team-delete.ts';
import { teamEdit } from '../../../model/mutations/team/team-edit.ts';
import { todoCreate } from '../../../model/mutations/todo/todo-create.ts';
import { todoDelete } from '../../../model/mutations/todo/todo-delete.ts';
import { taskMove } from '../../../model/mutations/task/task-move.ts';
import { checkReplica } from '../../../sync/engine/check.ts';
import { readStream, streamsOf } from '../../../sync/engine/context.ts';
import { pullStream } from '../../../sync/engine/pull.ts';
import { rows } from '../../../sync/store/database.ts';
import { outboxItems } from '../../../sync/store/outbox-entries.ts';
import { addTask, hire, join, ok, orgStreamOf, userStreamOf } from '../../server/support/team.ts';
import { createDevice, type Device } from '../support/device.ts';
import { downloadCut } from '../support/download-cut.ts';
import { startRestorable } from '../support/restorable.ts';
import { NETWORK, type Setup, setUp } from '../support/setup.ts';
import { checkpointOf } from '../../../sync/engine/checkpoint.ts';

describe('a first download that breaks off', () => {
  let setup: Setup;
  let team: Setup['team'];
  let device: Device;
  beforeEach(async () => {
    setup = await setUp();
    ({ team } = setup);
    device = setup.device();
    await device.sync();
  });
  afterEach(() => setup.end());

  it('[PULL-6.2] keeps no row that was deleted between two interrupted attempts', async () => {
    const gone = [await labelElsewhere(), await labelElsewhere(), await labelElsewhere()];
    const fresh = setup.device();
    await killed(fresh, Infinity);
    expect(await rows(fresh.db, labels).count()).toBe(3);
    for (const id of gone) await device.mutate(labelDelete, { id });
    await device.sync();
    await downloadCut(fresh, { scopes: 2 });
    await fresh.sync();
    expect(await rows(fresh.db, labels).count()).toBe(0);
    expect(await checkReplica(fresh.context)).toEqual({ ok: true, value: [] });
  });

  it('[PULL-6.3] rows of a killed download stay visible until their scope is complete, and are removed if they were deleted since', async () => {
    const [stays, gone, renamed] = [
      await labelElsewhere(),
      await labelElsewhere(),
      await labelElsewhere(),
    ];
    const fresh = setup.device();
    await killed(fresh, Infinity);
    await fresh.mutate(labelRename, { id: renamed, name: 'Wet paint' });
    for (const id of [gone, renamed]) await device.mutate(labelDelete, { id });
    await device.sync();
    const shown: (readonly string[])[] = [];
    const followed = followedCommits(fresh, async () => {
      shown.push(await labelsOn(fresh));
    });
    await downloadCut(followed, {});
    await pullStream(followed.context, orgStreamOf(team.founder));
    expect(shown.length).toBeGreaterThan(5);
    expect(shown.filter((ids) => !ids.includes(stays))).toEqual([]);
    expect(await labelsOn(fresh)).toEqual([stays]);
    expect((await fresh.db.base.toArray()).map(({ row }) => row)).toEqual([null]);
    await fresh.sync();
    const [item] = await outboxItems(fresh.db);
    expect(item).toMatchObject({ state: 'rejected' });
    expect(await checkReplica(fresh.context)).toEqual({ ok: true, value: [] });
  });

  it.each([2, 4, 5])(
    '[PULL-6.3] a task that moved to another project after the download was killed stays visible, with %i complete scopes',
    async (count) => {
      const { founder } = team;
      const places = [await placeElsewhere(), await placeElsewhere()];
      const made: string[] = [];
      for (const place of places) made.push(await addTask(team, founder, place));
      const fresh = setup.device();
      await killed(fresh, count);
      await device.sync();
      // Crosswise: one of the two moves to a project that is filled later.
      for (const [index, place] of places.toReversed().entries()) {
        const args = { ...place, id: made[index] ?? '', rank: 'm' };
        expect(await device.mutate(taskMove, args)).toBeUndefined();
      }
      await device.sync();
      const shown: number[] = [];
      const followed = followedCommits(fresh, async () => {
        shown.push(await rows(fresh.db, tasks).count());
      });
      await downloadCut(followed, {});
      await pullStream(followed.context, orgStreamOf(founder));
      // A row that has been shown is never removed.
      expect(shown).toEqual(shown.toSorted());
      expect(shown.at(-1)).toBe(2);
      await fresh.sync();
      expect(await checkReplica(fresh.context)).toEqual({ ok: true, value: [] });
    },
  );

  it('[PULL-6.3] a killed first download continues after its complete scopes', async () => {
    for (let index = 0; index < 6; index += 1) await labelElsewhere();
    const fresh = setup.device();
    await killed(fresh, Infinity);
    let left = 0;
    fresh.wire.instead = {
      scope: () => {
        left -= 1;
        return left < 0 ? NETWORK : undefined;
      },
    };
    const before = bootstraps(fresh);
    let step = 'failed';
    // Four projects each time, until the network fails again.
    for (let tries = 0; tries < 4 && step !== 'done'; tries += 1) {
      left = 4;
      step = (await fresh.sync()).kind;
    }
    expect(step).toBe('done');
    // The person's own stream.
    expect(bootstraps(fresh) - before).toBe(1);
    expect(await checkReplica(fresh.context)).toEqual({ ok: true, value: [] });
  });

  it('[PULL-6.3] keeps no row of a project that a killed download began and the person has lost since', async () => {
    const member = await hire(team, 'bo@field.test');
    await join(team, member);
    await addTask(team, member, { name: 'Dig' });
    const fresh = setup.device(member);
    await killed(fresh, Infinity);
    expect(await rows(fresh.db, tasks).count()).toBe(1);
    const stream = orgStreamOf(member);
    const complete = checkpointOf(await readStream(fresh.context, stream))?.complete;
    expect(complete?.map(({ scope }) => scope)).toContain('directory');
    expect(complete?.map(({ scope }) => scope)).not.toContain(`project:${team.project}`);
    const membership = `${team.project}.${member.orgUserId ?? ''}`;
    ok(await team.founder.delete(`team-member/update-destroy/${membership}/`));
    await fresh.sync();
    expect(await rows(fresh.db, tasks).count()).toBe(0);
    expect(await checkReplica(fresh.context)).toEqual({ ok: true, value: [] });
  });

  it('[PULL-6.4] a download that was killed before its first complete scopes keeps no deleted row', async () => {
    const [gone, renamed] = [device.newId(), device.newId()];
    for (const id of [gone, renamed]) {
      await device.mutate(teamCreate, { id, name: 'Climbers', members: [] });
    }
    await device.sync();
    const fresh = setup.device();
    await killed(fresh, 1);
    expect(await rows(fresh.db, teams).count()).toBe(2);
    expect(await fresh.mutate(teamEdit, { id: renamed, name: 'Ropes' })).toBeUndefined();
    for (const id of [gone, renamed]) await device.mutate(teamDelete, { id });
    await device.sync();
    await downloadCut(fresh, { scopes: 2 });
    await fresh.sync();
    expect(await rows(fresh.db, teams).count()).toBe(0);
    expect((await outboxItems(fresh.db)).map(({ state }) => state)).toEqual(['rejected']);
    expect(await checkReplica(fresh.context)).toEqual({ ok: true, value: [] });
  });

  it('[PULL-6.5] todos stay visible while they are downloaded again, and deleted ones are removed at the end', async () => {
    const [stays, gone] = [device.newId(), device.newId()];
    for (const id of [stays, gone]) await device.mutate(todoCreate, todoArgs(id, 'Rope'));
    await device.sync();
    const fresh = setup.device();
    const stream = userStreamOf(team.founder);
    await killed(fresh, Infinity, stream);
    expect(await rows(fresh.db, todos).count()).toBe(2);
    await device.mutate(todoDelete, { id: gone });
    await device.sync();
    const shown: number[] = [];
    const followed = followedCommits(fresh, async () => {
      shown.push(await rows(fresh.db, todos).count());
    });
    await downloadCut(followed, { stream });
    expect(Math.min(...shown)).toBe(2);
    await fresh.sync();
    expect((await rows(fresh.db, todos).toArray()).map(({ id }) => id)).toEqual([stays]);
    expect(await checkReplica(fresh.context)).toEqual({ ok: true, value: [] });
  });

  it('[PULL-6.3] a change of a row that was deleted after a killed download does not show the row again', async () => {
    const id = await labelElsewhere();
    const fresh = setup.device();
    await killed(fresh, Infinity);
    await fresh.mutate(labelRename, { id, name: 'Wet paint' });
    await device.mutate(labelDelete, { id });
    await device.sync();
    await downloadCut(fresh, {});
    await pullStream(fresh.context, orgStreamOf(team.founder));
    expect(await labelsOn(fresh)).toEqual([]);
  });

  it('[PULL-6.2] a project created between interrupted first downloads stays and is sent', async () => {
    const fresh = setup.device();
    await killed(fresh, Infinity);
    const [project, label] = [fresh.newId(), fresh.newId()];
    const { workspace, founder } = team;
    const args = {
      id: project,
      workspace,
      name: 'Pier',
      description: '',
      creator: founder.orgUserId ?? '',
    };
    expect(await fresh.mutate(projectCreate, args)).toBeUndefined();
    expect(await fresh.mutate(labelCreate, { id: label, project, name: 'Wet' })).toBeUndefined();
    fresh.wire.instead = { push: () => NETWORK };
    await downloadCut(fresh, { scopes: 2 });
    await pullStream(fresh.context, orgStreamOf(team.founder));
    fresh.wire.instead = {};
    await fresh.sync();
    expect(await labelsOn(fresh)).toEqual([label]);
    expect(await outboxItems(fresh.db)).toEqual([]);
    expect(await checkReplica(fresh.context)).toEqual({ ok: true, value: [] });
  });

  it('[PULL-6.2] an interrupted first download keeps its complete scopes and fills the others as new ones', async () => {
    const fresh = setup.device();
    await downloadCut(fresh, { scopes: 2 });
    const state = await readStream(fresh.context, orgStreamOf(team.founder));
    expect(state.download).toBeUndefined();
    await fresh.sync();
    expect(await checkReplica(fresh.context)).toEqual({ ok: true, value: [] });
  });

  async function labelsOn({ db }: Device): Promise<readonly string[]> {
    return (await rows(db, labels).toArray()).map(({ id }) => id);
  }

  /** A card in a project of its own. */
  async function placeElsewhere(): Promise<{ readonly project: string; readonly card: string }> {
    const { founder, workspace } = team;
    const [project, card] = [device.newId(), device.newId()];
    ok(await founder.post('project/create/', { id: project, name: 'Pier', workspace }));
    ok(await founder.post('project-card/create/', { id: card, name: 'To do', project }));
    return { project, card };
  }

  /** A label in a project of its own. */
  async function labelElsewhere(): Promise<string> {
    const { founder, workspace } = team;
    const [project, id] = [device.newId(), device.newId()];
    ok(await founder.post('project/create/', { id: project, name: `P ${project}`, workspace }));
    await device.sync();
    await device.mutate(labelCreate, { id, project, name: 'Wet' });
    await device.sync();
    return id;
  }
});

describe('a first download that breaks off before a restore', () => {
  it.each([orgStreamOf, userStreamOf])(
    '[EPOCH-1.1] keeps no row of the old epoch (%o)',
    async (streamOf) => {
      const setup = await startRestorable();
      const { team, device } = setup;
      const kept = setup.backup();
      await device.mutate(labelCreate, { id: device.newId(), project: team.project, name: 'Wet' });
      for (const name of ['Rope', 'Hook', 'Axe'])
        await device.mutate(todoCreate, todoArgs(device.newId(), name));
      await device.sync();
      const fresh = createDevice(setup.app, team.founder);
      const stream = streamOf(team.founder);
      await killed(fresh, Infinity, stream);
      const isOwn = stream === userStreamOf(team.founder);
      expect(await rows(fresh.db, labels).count()).toBe(1);
      expect(await rows(fresh.db, todos).count()).toBe(isOwn ? 3 : 0);
      await setup.restore(kept);
      // The first passes detect the restore.
      for (let times = 0; times < 3; times += 1) await fresh.sync();
      expect(await rows(fresh.db, labels).count()).toBe(0);
      expect(await rows(fresh.db, todos).count()).toBe(0);
      expect(await checkReplica(fresh.context)).toEqual({ ok: true, value: [] });
      fresh.close();
      await setup.end();
    },
  );

  it('[PULL-4.3] keeps the time of its version, and detects a server that went back without a new epoch', async () => {
    const setup = await startRestorable();
    const { team, device } = setup;
    const id = device.newId();
    await device.mutate(teamCreate, { id, name: 'Climbers', members: [] });
    await device.sync();
    const kept = setup.backup();
    ok(await team.founder.patch(`team/update-destroy/${id}/`, { name: 'Ropes' }));
    const fresh = createDevice(setup.app, team.founder);
    await killed(fresh, Infinity);
    expect((await rows(fresh.db, teams).get(id))?.name).toBe('Ropes');
    const { v } = checkpointOf(await readStream(fresh.context, orgStreamOf(team.founder))) ?? {};
    await setup.rollBack(kept);
    // The server writes the device's version again, for another team.
    await device.mutate(teamCreate, { id: device.newId(), name: 'Riggers', members: [] });
    await device.sync();
    expect(await headOf(fresh)).toBe(v);
    await fresh.sync();
    await fresh.sync();
    expect((await rows(fresh.db, teams).get(id))?.name).toBe('Climbers');
    expect(await checkReplica(fresh.context)).toEqual({ ok: true, value: [] });
    fresh.close();
    await setup.end();
  });
});

async function headOf({ ports, context }: Device): Promise<number> {
  const [stream = ''] = streamsOf(context.account);
  const reply = await ports.transport.check({ stream });
  if (!reply.ok) throw new Error('There is no answer');
  return reply.value.head;
}

function todoArgs(id: string, name: string) {
  return { id, name, rank: 'm', status: false, made_at: '2026-03-02T09:00:00.000Z' };
}

/** The device, with a callback after each transaction of its engine. */
function followedCommits(device: Device, committed: () => Promise<void>): Device {
  const { store } = device.ports;
  const write: typeof store.write = async (options, work) => {
    const value = await store.write(options, work);
    await committed();
    return value;
  };
  const ports = { ...device.ports, store: { ...store, write } };
  return { ...device, ports, context: { ...device.context, ports } };
}

/** A download of a tab that is killed after some scopes, or before the last line. */
async function killed(device: Device, scopes: number, stream?: string): Promise<void> {
  const by = new Error('killed');
  await expect(downloadCut(device, { scopes, by, stream })).rejects.toThrow('killed');
}

function bootstraps({ wire }: Device): number {
  return wire.calls.filter((call) => call === 'bootstrap').length;
}
