import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { labels } from '../../../model/entities/label.ts';
import { labelCreate } from '../../../model/mutations/label-create.ts';
import { labelDelete } from '../../../model/mutations/label-delete.ts';
import { checkReplica } from '../../../sync/engine/check.ts';
import { readStream } from '../../../sync/engine/context.ts';
import { BrokenStream } from '../../../sync/engine/ports.ts';
import { round } from '../../../sync/engine/round.ts';
import { rows } from '../../../sync/store/database.ts';
import { ok, orgStreamOf, userStreamOf } from '../../server/support/team.ts';
import type { Device } from '../support/device.ts';
import { type Setup, setUp } from '../support/setup.ts';

describe('a first download that breaks off', () => {
  let world: Setup;
  let team: Setup['team'];
  let device: Device;
  beforeEach(async () => {
    world = await setUp();
    ({ team } = world);
    device = world.device();
    await device.sync();
  });
  afterEach(() => world.end());

  it('[PULL-6] a first download that breaks off twice keeps nothing that was removed in between', async () => {
    const gone = [await labelElsewhere(), await labelElsewhere(), await labelElsewhere()];
    const fresh = world.device();
    await expect(downloadCut(fresh, Infinity, new Error('killed'))).rejects.toThrow('killed');
    expect(await rows(fresh.db, labels).count()).toBe(3);
    for (const id of gone) await device.mutate(labelDelete, { id });
    await device.sync();
    await downloadCut(fresh, 2);
    await fresh.sync();
    expect(await rows(fresh.db, labels).count()).toBe(0);
    expect(await checkReplica(fresh.context)).toEqual({ ok: true, value: [] });
  });

  it('[PULL-6] a first download that breaks off keeps what is whole and gets the rest as new scopes', async () => {
    const fresh = world.device();
    await downloadCut(fresh, 2);
    const state = await readStream(fresh.context, orgStreamOf(team.founder));
    expect(state.download).toBeUndefined();
    await fresh.sync();
    expect(await checkReplica(fresh.context)).toEqual({ ok: true, value: [] });
  });

  /** A download whose lines end behind some scopes, or before the last line. */
  async function downloadCut(
    { context, ports, clock }: Device,
    scopes: number,
    by: Error = new BrokenStream('cut'),
  ): Promise<void> {
    const { bootstrap } = ports.transport;
    const transport = {
      ...ports.transport,
      bootstrap: async (query: Parameters<typeof bootstrap>[0]) => {
        const reply = await bootstrap(query);
        return reply.ok ? { ok: true as const, value: cutAfter(reply.value, scopes, by) } : reply;
      },
    };
    await round(
      { ...context, ports: { ...ports, transport } },
      {
        reached: () => Promise.resolve(),
        busy: () => undefined,
        behind: new Set([orgStreamOf(team.founder), userStreamOf(team.founder)]),
        size: { current: 200, most: 200 },
        until: clock.time + 1000,
        live: () => false,
        first: true,
      },
    );
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

async function* cutAfter<T extends { kind: string }>(
  lines: AsyncIterable<T>,
  scopes: number,
  by: Error,
): AsyncGenerator<T> {
  let seen = 0;
  for await (const line of lines) {
    if (line.kind === 'end') throw by;
    yield line;
    if (line.kind === 'scope') seen += 1;
    if (seen >= scopes) throw by;
  }
}
