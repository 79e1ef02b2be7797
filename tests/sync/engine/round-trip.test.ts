import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tasks } from '../../../model/entities/task.ts';
import { taskEdit } from '../../../model/mutations/task/task-edit.ts';
import { openDatabase } from '../../../server/store/open.ts';
import { checkReplica } from '../../../sync/engine/check.ts';
import { rows } from '../../../sync/store/database.ts';
import { addTask, startTeam, type Team } from '../../server/support/team.ts';
import { createDevice } from '../support/device.ts';

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
});
