import { expect, it } from 'vitest';
import { SCHEMA_VERSION } from '../../../model/protocol/version.ts';
import { newEpoch, pruneTombstones } from '../../../server/writer/maintenance.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { freshId, hire, join, ok, orgStreamOf, pull, startTeam } from '../support/team.ts';

forEachDatabase('cursors that the server cannot continue', (open) => {
  it('[PULL-4.1] [PULL-4.2] [PULL-4.3] a cursor before the floor gets refill, one beyond the head or of another write of its version gets went-back, and another epoch is checked first', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const stream = orgStreamOf(founder);
    const member = await hire(team, 'ben@field.test');
    await join(team, member);
    ok(await founder.delete(`team-member/update-destroy/${team.project}.${member.orgUserId}/`));
    const { head, epoch } = (await pull(founder)).body;
    const wentBack = { status: 409, code: 'epoch', details: { epoch } };
    expect((await pull(founder, head + 1)).body).toMatchObject(wentBack);
    const { next_at } = (await pull(founder, head)).body;
    expect((await pull(founder, head, { since_at: String(next_at) })).status).toBe(200);
    expect((await pull(founder, head, { since_at: String(next_at - 1) })).body).toMatchObject(
      wentBack,
    );
    expect((await pull(founder, head + 1, { epoch: 'old' })).body).toMatchObject({
      status: 409,
      code: 'epoch',
    });
    const place = { orgId: founder.orgId ?? '', stream };
    await pruneTombstones(team.app.services.writer, place, head);
    expect((await pull(founder, head - 1)).body.code).toBe('refill');
    expect((await pull(founder, head)).body.changes).toEqual([]);
    const fresh = await pull(founder, 0);
    expect(fresh.status, 'a device that has nothing misses nothing').toBe(200);
    expect(fresh.body.changes.every((change: { kind: string }) => change.kind === 'put')).toBe(
      true,
    );
    await newEpoch(team.app.services.writer, place, (count) => new Uint8Array(count).fill(7));
    expect((await pull(founder, head, { epoch })).body.code).toBe('epoch');
    expect((await pull(founder, 0)).body.epoch).toBe('07'.repeat(8));
  });

  it('[PULL-4.4] a client of which the server has received less than it once reported gets went-back', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const member = await hire(team, 'ben@field.test');
    const { head, epoch } = (await pull(founder)).body;
    const client = freshId();
    const name = { method: 'PATCH', path: `project-card/update-destroy/${team.card}/` };
    const pushed = await founder.post('sync/push', {
      client_id: client,
      stream: orgStreamOf(founder),
      epoch,
      ack_through: 0,
      schema: SCHEMA_VERSION,
      pending: 1,
      heard: 0,
      calls: [
        { ...name, seq: 1, body: { name: 'One' } },
        { ...name, seq: 2, body: { name: 'Two' } },
      ],
    });
    expect(pushed.body.heard).toBe(2);
    const claim = (received: number, by = founder, id = client) =>
      pull(by, head, { client_id: id, heard: String(received) });
    const wentBack = { status: 409, code: 'epoch', details: { epoch } };
    expect((await claim(2)).status).toBe(200);
    expect((await claim(3)).body).toMatchObject(wentBack);
    expect((await claim(1, founder, freshId())).body).toMatchObject(wentBack);
    expect((await claim(1, member)).body, 'a client of somebody else').toMatchObject(wentBack);
    expect((await claim(0, founder, freshId())).status).toBe(200);
    expect((await claim(2, founder, 'no id')).status).toBe(400);
  });
});
