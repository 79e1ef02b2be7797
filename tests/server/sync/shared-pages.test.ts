import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { PullPage } from '../../../model/protocol/messages.ts';
import { LIMITS } from '../../../model/protocol/version.ts';
import type { Database } from '../../../server/store/database.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import type { RestClient } from '../../support/rest-client.ts';
import {
  addBoard,
  cardCall,
  deviceOf,
  hire,
  join,
  orgStreamOf,
  pull,
  startTeam,
  type Team,
} from '../support/team.ts';

const MANY = LIMITS.eventRows + 10;

forEachDatabase('pages of many devices', (openDatabase) => {
  it('[PULL-1] a large page is read once for all people who may read the same of its scopes', async () => {
    const reads = { count: 0 };
    const team = await startTeam(async () => counted(await openDatabase(), reads));
    const other = await hire(team, 'ben@field.test');
    await join(team, other);
    const since = await fill(team);
    const [first, ...others] = [
      await pull(team.founder, since),
      await pull(team.founder, since),
      await pull(other, since),
      await pull(other, since),
    ];
    expect(first?.body.changes).toHaveLength(MANY);
    for (const { body } of others) expect(body.changes).toEqual(first?.body.changes);
    expect(others[1]?.body.scopes).toContain(`inbox:${other.orgUserId}`);
    expect(others[1]?.body.scopes).not.toContain('admin');
    expect(reads.count).toBe(1);
  });

  it('[PULL-5.8] a person with other scopes receives only their changes of a page that others have pulled', async () => {
    const team = await startTeam(openDatabase);
    const other = await hire(team, 'ben@field.test');
    const { project } = await addBoard(team);
    await join(team, other, project);
    const since = await fill(team);
    const device = await deviceOf(team.founder);
    await device.push([cardCall({ project }, 1, 'Of the other project')]);
    const all = (await pull(team.founder, since)).body;
    expect(all.changes).toHaveLength(MANY + 1);
    const { changes } = (await pull(other, since)).body;
    expect(changes).toMatchObject([{ table: 'cards', row: { name: 'Of the other project' } }]);
    // And the other way round.
    expect((await pull(team.founder, since)).body).toEqual(all);
  });

  it('[PULL-1] a later change of a row is in the page that is pulled next', async () => {
    const team = await startTeam(openDatabase);
    const since = await fill(team);
    const before: PullPage = (await pull(team.founder, since)).body;
    const [change] = before.changes;
    const path = `project-card/update-destroy/${change?.id ?? ''}/`;
    await team.founder.patch(path, { name: 'Renamed' });
    const { changes } = (await pull(team.founder, since)).body;
    expect(changes.at(-1)).toMatchObject({ id: change?.id, row: { name: 'Renamed' } });
    expect(changes).toHaveLength(MANY);
  });

  it('[PULL-1] a large page has the same content compressed as uncompressed', async () => {
    const team = await startTeam(openDatabase);
    const since = await fill(team);
    const plain = await pull(team.founder, since);
    const zipped = await team.app.fastify.inject({
      method: 'GET',
      url: '/rest/sync/pull',
      query: {
        organization_accesskey_id: team.founder.orgId ?? '',
        stream: orgStreamOf(team.founder),
        since: String(since),
      },
      headers: {
        host: 'cairn.test',
        authorization: `Bearer ${team.founder.token ?? ''}`,
        'accept-encoding': 'gzip',
      },
    });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(zipped.rawPayload.length).toBeLessThan(plain.text.length / 2);
    // The checksum of the file covers all its parts.
    expect(gunzipSync(zipped.rawPayload).toString('utf8')).toBe(plain.text);
  });
});

/** More cards in one version range than an event has changes; returns the version before them. */
async function fill(team: Team): Promise<number> {
  const since = await headOf(team.founder);
  const device = await deviceOf(team.founder);
  await device.push(Array.from({ length: MANY }, (_, index) => cardCall(team, index + 1)));
  return since;
}

async function headOf(person: RestClient): Promise<number> {
  return (await pull(person, 0, { limit: '1' })).body.head;
}

/** Counts reads of the rows of a large page. */
function counted(database: Database, reads: { count: number }): Database {
  return {
    ...database,
    snapshot: (work) =>
      database.snapshot((sql) =>
        work({
          ...sql,
          all: (text, parameters) => {
            if (text.includes('from "cards"') && (parameters?.length ?? 0) > 30) reads.count += 1;
            return sql.all(text, parameters);
          },
        }),
      ),
  };
}
