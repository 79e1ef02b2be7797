import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tasks } from '../../../model/entities/task.ts';
import { teamMembers } from '../../../model/entities/team-member.ts';
import { memberAdd } from '../../../model/mutations/member/member-add.ts';
import { memberRemove } from '../../../model/mutations/member/member-remove.ts';
import { taskEdit } from '../../../model/mutations/task/task-edit.ts';
import { openDatabase } from '../../../server/store/open.ts';
import { checkReplica } from '../../../sync/engine/check.ts';
import { pullStream } from '../../../sync/engine/pull.ts';
import { rows } from '../../../sync/store/database.ts';
import {
  addTask,
  hire,
  join,
  orgStreamOf,
  startTeam,
  type Team,
} from '../../server/support/team.ts';
import { createDevice } from '../support/device.ts';
import { NETWORK } from '../support/setup.ts';

describe('a device against the real server', () => {
  let team: Team;
  beforeEach(async () => {
    team = await startTeam(() => openDatabase({ memory: true }));
  });
  afterEach(async () => {
    await team.setup.close();
  });

  it('downloads, edits offline, and is equal to the server afterwards', async () => {
    const id = await addTask(team, team.founder, { name: 'Dig a well' });
    const device = createDevice(() => team.app, team.founder);
    expect(await device.sync()).toEqual({ kind: 'done' });
    expect((await rows(device.db, tasks).get(id))?.name).toBe('Dig a well');

    device.wire.offline = true;
    expect(await device.mutate(taskEdit, { id, name: 'Dig two wells' })).toBeUndefined();
    expect((await rows(device.db, tasks).get(id))?.name).toBe('Dig two wells');
    expect((await device.sync()).kind).toBe('failed');

    device.wire.offline = false;
    expect(await device.sync()).toEqual({ kind: 'done' });
    expect((await rows(device.db, tasks).get(id))?.name).toBe('Dig two wells');
    expect(await device.db.outbox.count()).toBe(0);
    expect(await device.db.base.count()).toBe(0);
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[MUT-5.2] a membership that both added is removed at the server, too, although this one was never sent', async () => {
    const bo = await hire(team, 'bo@field.test');
    const device = createDevice(() => team.app, team.founder);
    await device.sync();
    const member = { project: team.project, organization_user: bo.orgUserId ?? '' };
    device.wire.instead = { push: () => NETWORK };
    expect(await device.mutate(memberAdd, member)).toBeUndefined();
    await join(team, bo);
    // The row arrives while the mutation waits.
    await pullStream(device.context, orgStreamOf(team.founder));
    const id = `${team.project}.${bo.orgUserId ?? ''}`;
    expect(await device.mutate(memberRemove, { id })).toBeUndefined();
    expect(await rows(device.db, teamMembers).get(id)).toBeUndefined();
    device.wire.instead = {};
    await device.sync();
    const other = createDevice(() => team.app, team.founder);
    await other.sync();
    expect(await rows(other.db, teamMembers).get(id)).toBeUndefined();
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });
});
