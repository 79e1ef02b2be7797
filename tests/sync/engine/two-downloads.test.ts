import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { labels } from '../../../model/entities/label.ts';
import { labelCreate } from '../../../model/mutations/label/label-create.ts';
import { labelDelete } from '../../../model/mutations/label/label-delete.ts';
import type { BootstrapLine } from '../../../model/protocol/messages.ts';
import { checkReplica } from '../../../sync/engine/check.ts';
import { BUSY, DONE, type EngineContext } from '../../../sync/engine/context.ts';
import { downloadStream } from '../../../sync/engine/download.ts';
import { rows } from '../../../sync/store/database.ts';
import { orgStreamOf } from '../../server/support/team.ts';
import { createDevice, type Device } from '../support/device.ts';
import { allLines } from '../support/lines.ts';
import { type Setup, setUp } from '../support/setup.ts';

describe('two tabs that download the same stream', () => {
  let setup: Setup;
  let first: Device;
  let second: Device;
  beforeEach(async () => {
    setup = await setUp();
    const options = { factory: new IDBFactory(), clock: { time: setup.team.setup.clock.time } };
    first = createDevice(() => setup.team.app, setup.team.founder, options);
    second = createDevice(() => setup.team.app, setup.team.founder, options);
  });
  afterEach(async () => {
    first.close();
    second.close();
    await setup.end();
  });

  it('[ENG-2.4] the later run takes over, and the earlier one restores no row that was deleted since', async () => {
    const { founder, project } = setup.team;
    const stream = orgStreamOf(founder);
    const writer = setup.device();
    const id = writer.newId();
    await writer.sync();
    await writer.mutate(labelCreate, { id, project, name: 'Wet' });
    await writer.sync();
    const begun = Promise.withResolvers<undefined>();
    const gate = Promise.withResolvers<undefined>();
    const early = downloadStream(
      afterFirstLine(first, () => {
        begun.resolve(undefined);
        return gate.promise;
      }),
      stream,
    );
    await begun.promise;
    expect(await downloadStream(second.context, stream)).toEqual(DONE);
    await writer.mutate(labelDelete, { id });
    await writer.sync();
    await second.sync();
    gate.resolve(undefined);
    expect(await early).toEqual(BUSY);
    expect(await rows(second.db, labels).get(id)).toBeUndefined();
    expect(await checkReplica(second.context)).toEqual({ ok: true, value: [] });
  });
});

/** The engine of a tab that has received a whole download and reads on after its first line when `then` resolves. */
function afterFirstLine({ context, ports }: Device, then: () => Promise<unknown>): EngineContext {
  const { bootstrap } = ports.transport;
  const transport = {
    ...ports.transport,
    bootstrap: async (query: Parameters<typeof bootstrap>[0]) => {
      const reply = await bootstrap(query);
      return reply.ok ? { ok: true as const, value: pausing(await allLines(reply.value)) } : reply;
    },
  };
  async function* pausing(lines: readonly BootstrapLine[]): AsyncGenerator<BootstrapLine> {
    for (const [index, line] of lines.entries()) {
      if (index === 1) await then();
      yield line;
    }
  }
  // The name of a run is a random number.
  return { ...context, ports: { ...ports, transport, random: { next: () => 0.25 } } };
}
