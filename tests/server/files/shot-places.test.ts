import { expect, it } from 'vitest';
import { files } from '../../../model/entities/file.ts';
import { organizations } from '../../../model/entities/organization.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import type { RestClient } from '../../support/rest-client.ts';
import { digestOf } from '../support/files.ts';
import { freshId, hire, join, ok, pull, startTeam, type Team } from '../support/team.ts';

const PLACE = 'geo:46.55812,8.56144;u=9';

forEachDatabase('the place of a shot', (open) => {
  it('[FILE-1.9] is stored only while the organisation allows it, and removed when it no longer does', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const ben = await hire(team, 'ben@field.test');
    await join(team, ben);
    const early = await shoot(ben, team);
    expect(await placeOf(ben, early)).toBe(null);
    ok(await allow(founder, true));
    const shot = await shoot(ben, team);
    expect(await placeOf(founder, shot)).toBe(PLACE);
    ok(await allow(founder, false));
    expect(await placeOf(ben, shot)).toBe(null);
    expect(await placeOf(ben, await shoot(ben, team))).toBe(null);
    // The removed place is in no log and in no kept change.
    const { db } = team.setup.app.services.database;
    const logged = await db.selectFrom('activity').selectAll().execute();
    expect(JSON.stringify(logged)).not.toContain('46.55812');
    const rows = await db.selectFrom('files').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('46.55812');
  });

  it('is allowed by Level 1 alone', async () => {
    const team = await startTeam(open);
    const ben = await hire(team, 'ben@field.test');
    expect((await allow(ben, true)).status).toBe(403);
    const { changes } = ok(await pull(team.founder)).body;
    const row = changes.findLast(
      (one: { table: string; row?: object }) => one.table === organizations.table,
    )?.row;
    expect(organizations.parse(row).shot_places).toBe(false);
  });

  it('is refused when there is no such place', async () => {
    const team = await startTeam(open);
    for (const place of ['geo:91,8;u=9', 'geo:46.5,181;u=9', '46.5,8.5', 'geo:46.5,8.5', 'here']) {
      const reply = await team.founder.post('files/create/', { ...body(team), place });
      expect([place, reply.status]).toEqual([place, 400]);
    }
  });
});

function allow(person: RestClient, isAllowed: boolean) {
  return person.patch(`organization/update/${String(person.orgId)}/`, { shot_places: isAllowed });
}

function body({ project }: Pick<Team, 'project'>) {
  const id = freshId();
  const bytes = Buffer.from(id);
  return {
    id,
    scope: `project:${project}`,
    name: 'Photo.jpg',
    media_type: 'image/jpeg',
    size: bytes.length,
    digest: digestOf(bytes),
    taken_at: '2026-03-04T10:20:30.000Z',
  };
}

async function shoot(person: RestClient, team: Pick<Team, 'project'>): Promise<string> {
  const sent = body(team);
  ok(await person.post('files/create/', { ...sent, place: PLACE }));
  return sent.id;
}

async function placeOf(person: RestClient, id: string): Promise<string | null> {
  const { changes } = ok(await pull(person)).body;
  const row = changes.findLast(
    (one: { table: string; row?: { id: string } }) =>
      one.table === files.table && one.row?.id === id,
  )?.row;
  return files.parse(row).place;
}
