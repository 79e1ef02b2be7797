import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tasks } from '../../../model/entities/task.ts';
import { checkReplica } from '../../../sync/engine/check.ts';
import { readStream } from '../../../sync/engine/context.ts';
import { enterRefill } from '../../../sync/engine/epoch.ts';
import { rows } from '../../../sync/store/database.ts';
import { addTask, orgStreamOf } from '../../server/support/team.ts';
import type { Device } from '../support/device.ts';
import { type Setup, setUp, taskOn } from '../support/setup.ts';

/** A server whose kept digest of a project differs from its rows, as after a process of an older build. */
describe('a wrong kept digest', () => {
  let setup: Setup;
  let device: Device;
  let stream: string;
  let scope: string;
  let task: string;

  beforeEach(async () => {
    setup = await setUp();
    stream = orgStreamOf(setup.team.founder);
    scope = `project:${setup.team.project}`;
    task = await addTask(setup.team, setup.team.founder);
    device = setup.device();
    await device.sync();
    await setup.team.app.services.writer.session([], ({ sql }) =>
      sql.run('update scope_digests set rows = rows + 500 where scope = ?', [scope]),
    );
  });
  afterEach(() => setup.end());

  it('[PULL-8.2] causes no download, and is replaced', async () => {
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
    expect((await readStream(device.context, stream)).download).toBe(undefined);
    device.wire.calls.length = 0;
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
    expect(device.wire.calls.filter((call) => call === 'check')).toHaveLength(2);
  });

  it('[PULL-8.2] [CLIENT-5] does not keep rows that the server no longer has', async () => {
    const known = await taskOn(device, task);
    if (known === undefined) throw new Error('The task is missing');
    const left = Array.from({ length: 400 }, (_, index) => ({ ...known, id: `left-${index}` }));
    await rows(device.db, tasks).bulkPut(left);
    await enterRefill(device.context, stream);
    await device.sync();
    expect(device.wire.calls).toContain('check');
    expect(await rows(device.db, tasks).count()).toBe(1);
    expect((await readStream(device.context, stream)).download).toBe(undefined);
  });

  it('[PULL-8.2] a server of an older build, which refuses the question, is believed', async () => {
    device.wire.instead = {
      check: ({ fresh }) =>
        fresh === true
          ? { ok: false, failure: { kind: 'refused', status: 400, ...OLD } }
          : undefined,
    };
    const checked = await checkReplica(device.context);
    expect(checked.ok && checked.value.map((one) => one.scope)).toEqual([scope]);
  });
});

const OLD = { code: 'unknown_field', message: 'Unknown field: fresh', details: {} } as const;
