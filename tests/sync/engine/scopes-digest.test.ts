import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cards } from '../../../model/entities/card.ts';
import { digestOfScopes } from '../../../model/shared/digest.ts';
import { openDatabase } from '../../../server/store/open.ts';
import { applyEvent } from '../../../sync/engine/pull.ts';
import { rows } from '../../../sync/store/database.ts';
import { ok, orgStreamOf, pull, startTeam, type Team } from '../../server/support/team.ts';
import { createDevice, type Device } from '../support/device.ts';

describe('an event with the digest of its scopes', () => {
  let team: Team;
  let device: Device;
  beforeEach(async () => {
    team = await startTeam(() => openDatabase({ memory: true }));
    device = createDevice(() => team.app, team.founder);
    await device.sync();
  });
  afterEach(async () => {
    await team.setup.close();
  });

  const name = async () => (await rows(device.db, cards).get(team.card))?.name;

  /** The event of a renamed card, with the digest of the scopes that `named` returns. */
  async function renamed(named: (scopes: string[]) => string[]) {
    const stream = orgStreamOf(team.founder);
    const from = (await device.db.streams.get(stream))?.cursor ?? 0;
    const path = `project-card/update-destroy/${team.card}/`;
    ok(await team.founder.patch(path, { name: 'New' }));
    const { scopes, ...page } = (await pull(team.founder, from)).body;
    return { stream, from, page: { ...page, scopes_digest: digestOfScopes(named(scopes)) } };
  }

  it('[PULL-7.4] is applied by a device with these scopes, in whatever order', async () => {
    const event = await renamed((scopes) => scopes.toReversed());
    expect(await applyEvent(device.context, event)).toBe('applied');
    expect(await name()).toBe('New');
  });

  it('[PULL-7.4] is not applied by a device with other scopes', async () => {
    const event = await renamed((scopes) => [...scopes, 'project:unknown']);
    expect(await applyEvent(device.context, event)).toBe('skipped');
    expect(await name()).toBe('To do');
  });

  it('[PULL-5.8] with a change of another scope is not applied', async () => {
    const { page, ...event } = await renamed((scopes) => scopes);
    const [change] = page.changes;
    const foreign = { ...change, row: { ...change.row, scope: 'project:unknown' } };
    const skipped = await applyEvent(device.context, {
      ...event,
      page: { ...page, changes: [foreign] },
    });
    expect(skipped).toBe('skipped');
    expect(await name()).toBe('To do');
  });

  it('[PULL-7.1] with neither list nor digest is not applied', async () => {
    const { page, ...event } = await renamed((scopes) => scopes);
    const { scopes_digest: _digest, ...bare } = page;
    expect(await applyEvent(device.context, { ...event, page: bare })).toBe('skipped');
  });
});
