import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { labels } from '../../../model/entities/label.ts';
import { labelCreate } from '../../../model/mutations/label/label-create.ts';
import { labelDelete } from '../../../model/mutations/label/label-delete.ts';
import { type EngineContext, readStream } from '../../../sync/engine/context.ts';
import { downloadStream } from '../../../sync/engine/download.ts';
import { enterRefill } from '../../../sync/engine/epoch.ts';
import { rows } from '../../../sync/store/database.ts';
import { addTask, orgStreamOf } from '../../server/support/team.ts';
import { commentsOn, complete, say } from '../support/outlined-team.ts';
import type { Device } from '../support/device.ts';
import { allLines, asLines } from '../support/lines.ts';
import { type Setup, setUp } from '../support/setup.ts';

/** A stream is downloaded again. Its project is hot: the download contains details that its outline does not count. */
describe('a sweep of a hot project', () => {
  let setup: Setup;
  let device: Device;
  let stream: string;
  let ids: readonly string[];

  const COLD_AFTER = 60_000;

  beforeEach(async () => {
    setup = await setUp({ detailRows: 0, coldAfter: COLD_AFTER });
    const { team } = setup;
    stream = orgStreamOf(team.founder);
    const old = await addTask(team, team.founder, { name: 'Dig' });
    await say(setup, old, 'Dug');
    await complete(team.founder, old, true);
    team.setup.clock.time += 2 * COLD_AFTER;
    const open = await addTask(team, team.founder, { name: 'Fence' });
    device = setup.device();
    await device.sync();
    // More rows than are removed without a check.
    ids = Array.from({ length: 60 }, () => device.newId());
    for (const id of ids) await device.mutate(labelCreate, { id, project: team.project, name: id });
    await device.sync();
    for (let count = 0; count < 40; count += 1) await say(setup, open, `Note ${String(count)}`);
    await enterRefill(device.context, stream);
  });
  afterEach(() => setup.end());

  /** The engine of a device that receives a download without its labels. */
  function truncated(): EngineContext {
    const { bootstrap } = device.ports.transport;
    const transport: typeof device.ports.transport = {
      ...device.ports.transport,
      bootstrap: async (query) => {
        const reply = await bootstrap(query);
        if (!reply.ok) return reply;
        const lines = await allLines(reply.value);
        const left = lines.filter((line) => line.kind !== 'rows' || line.table !== labels.table);
        return { ok: true as const, value: asLines(left) };
      },
    };
    return { ...device.context, ports: { ...device.ports, transport } };
  }

  it('[CLIENT-5] [OUT-4.3] details of hot tasks do not make up for rows that the server still counts', async () => {
    expect(await downloadStream(truncated(), stream)).toEqual({
      kind: 'failed',
      failure: { kind: 'later', reason: 'unconfirmed' },
    });
    expect(await rows(device.db, labels).count()).toBe(ids.length);
  });

  it('[CLIENT-5] [OUT-4.3] removes many rows that the server no longer has', async () => {
    const other = setup.device();
    await other.sync();
    for (const id of ids) await other.mutate(labelDelete, { id });
    await other.sync();
    expect(await downloadStream(device.context, stream)).toEqual({ kind: 'done' });
    expect(await rows(device.db, labels).count()).toBe(0);
    expect(await commentsOn(device)).toHaveLength(40);
    expect(Object.keys((await readStream(device.context, stream)).hot ?? {})).toHaveLength(1);
  });
});
