import { expect, it } from 'vitest';
import type { Check } from '../../../model/protocol/messages.ts';
import { cards } from '../../../model/entities/card.ts';
import { CairnError, refuse } from '../../../model/shared/errors.ts';
import type { WriteTx } from '../../../server/writer/writer-types.ts';
import { ENTITIES } from '../../../model/entities/registry.ts';
import { migrate } from '../../../server/store/migrate.ts';
import type { Database } from '../../../server/store/database.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import type { RestClient } from '../../support/rest-client.ts';
import {
  addBoard,
  addTask,
  cardCall,
  deviceOf,
  freshId,
  hire,
  join,
  ok,
  orgStreamOf,
  startTeam,
  type Team,
  userStreamOf,
} from '../support/team.ts';

forEachDatabase('digests of scopes', (open) => {
  it('[PULL-8.1] each write keeps the digests of its scopes: they are those of the rows', async () => {
    const team = await startTeam(open);
    await changeMuch(team);
    const kept = await check(team.founder);
    expect(kept.scopes.length).toBeGreaterThan(4);
    expect(kept.scopes.some(({ outline, count }) => (outline?.count ?? count) < count)).toBe(true);
    for (const one of kept.scopes) {
      expect(await check(team.founder, { scope: one.scope, fresh: '1' })).toEqual({
        ...kept,
        scopes: [one],
      });
    }
    const stream = userStreamOf(team.founder);
    const own = await check(team.founder, { stream });
    expect(own.scopes).toMatchObject([{ scope: 'me', count: 1 }]);
    expect(await check(team.founder, { stream, scope: 'me', fresh: '1' })).toEqual(own);
  });

  it('[PULL-8.1] a write that is reverted to its savepoint changes no digest', async () => {
    const team = await startTeam(open);
    const { writer } = team.app.services;
    const stream = orgStreamOf(team.founder);
    const place = { orgId: team.founder.orgId ?? '' };
    const rename = async (tx: WriteTx, name: string) => {
      const row = await tx.get(cards, place, team.card);
      if (row === undefined) throw new Error('No card');
      await tx.put(cards, place, { ...row, name });
    };
    await writer.session([stream], async (session) => {
      const reverted = session.atomic(async (tx) => {
        await tx.sql();
        await rename(tx, 'Reverted');
        // Writes the row before the savepoint is reverted.
        await tx.sql();
        throw new CairnError(refuse('invalid', 'Reverted'));
      });
      await expect(reverted).rejects.toThrow('Reverted');
      await session.atomic((tx) => rename(tx, 'Kept'));
    });
    const scope = `project:${team.project}`;
    const kept = await check(team.founder, { scope });
    expect(await check(team.founder, { scope, fresh: '1' })).toEqual(kept);
  });

  it('[PULL-8.1] a check reads no rows', async () => {
    const statements: string[] = [];
    const team = await startTeam(async () => listened(await open(), statements));
    const task = await addTask(team, team.founder);
    ok(await team.founder.post('comment/create/', { id: freshId(), task, comment: 'Begun' }));
    statements.length = 0;
    const scope = `project:${team.project}`;
    await check(team.founder, { scope });
    const all = await check(team.founder);
    expect(all.scopes.find((one) => one.scope === scope)?.count).toBeGreaterThan(3);
    const read = ENTITIES.filter(({ table }) => table !== 'projects' && table !== 'workspaces')
      .map(({ table }) => table)
      .filter((table) => statements.some((text) => text.includes(`select * from "${table}"`)));
    expect(read).toEqual([]);
    // One for the single scope, and two for five scopes (four and one).
    expect(statements.filter((text) => text.includes('scope_digests'))).toHaveLength(3);
  });

  it('[PULL-8.1] a check of one scope, or of what has changed since a version, has only these', async () => {
    const team = await startTeam(open);
    const other = await addBoard(team);
    const before = await check(team.founder);
    await addTask(team, team.founder);
    const scope = `project:${team.project}`;
    const changed = await check(team.founder, { since: String(before.head) });
    expect(changed.scopes.map((one) => one.scope)).toEqual([scope]);
    expect((await check(team.founder, { scope })).scopes).toEqual(changed.scopes);
    const ben = await hire(team, 'ben@field.test');
    expect((await check(ben, { scope: `project:${other.project}` })).scopes).toEqual([]);
  });

  it('[PULL-8.2] a kept digest that does not match its rows is replaced when a device asks for the rows', async () => {
    const team = await startTeam(open);
    await addTask(team, team.founder);
    const scope = `project:${team.project}`;
    const right = await check(team.founder, { scope });
    const whole = await check(team.founder);
    const { writer } = team.app.services;
    await writer.session([], ({ sql }) =>
      sql.run('update scope_digests set rows = rows + 1 where scope = ?', [scope]),
    );
    expect(await check(team.founder, { scope })).not.toEqual(right);
    expect(await check(team.founder, { scope, fresh: '1' })).toEqual(right);
    expect(await check(team.founder, { scope })).toEqual(right);
    expect(withoutVersions(await check(team.founder))).toEqual(withoutVersions(whole));
    await addTask(team, team.founder);
    const after = await check(team.founder, { scope });
    expect(await check(team.founder, { scope, fresh: '1' })).toEqual(after);
  });

  it('[PULL-8.3] a database of an older build has all digests after its next start', async () => {
    const team = await startTeam(open);
    await changeMuch(team);
    const { database, writer } = team.app.services;
    const before = await check(team.founder);
    await writer.session([], async ({ sql }) => {
      await sql.run('delete from scope_digests');
      await sql.run(
        "update counters set name = 'scope_digests older' where name like 'scope_digests %'",
      );
    });
    expect((await check(team.founder)).scopes.every(({ count }) => count === 0)).toBe(true);
    await migrate(database);
    const after = await check(team.founder);
    expect(withoutVersions(after)).toEqual(withoutVersions(before));
  });
});

function withoutVersions({ scopes }: Check) {
  return scopes.map(({ v: _v, ...one }) => one);
}

/** Creates, changes, moves and deletes rows of most scopes, in calls and in a batch with a refused one. */
async function changeMuch(team: Team): Promise<void> {
  const { founder } = team;
  const ben = await hire(team, 'ben@field.test');
  await join(team, ben);
  const other = await addBoard(team);
  const task = await addTask(team, founder);
  const comment = freshId();
  ok(await founder.post('comment/create/', { id: comment, task, comment: 'Look' }));
  ok(await founder.post('comment/create/', { id: freshId(), task, comment: 'And here' }));
  ok(await founder.patch(`task/update-destroy/${task}/`, { project_card: other.card }));
  ok(await founder.patch(`comment/update-destroy/${comment}/`, { deleted: true }));
  ok(await founder.post('note-tag/create/', { id: freshId(), name: 'Mine' }));
  const device = await deviceOf(founder);
  const [first, ...more] = [1, 3, 4].map((seq) => cardCall(team, seq));
  if (first === undefined) throw new Error('No call');
  const refused = cardCall({ project: freshId() }, 2);
  await device.push([first, refused, ...more]);
  const member = `${team.project}.${ben.orgUserId ?? ''}`;
  ok(await founder.delete(`team-member/update-destroy/${member}/`));
}

async function check(
  person: RestClient,
  query: Readonly<Record<string, string>> = {},
): Promise<Check> {
  const reply = await person.get('sync/check', {
    query: { stream: orgStreamOf(person), ...query },
  });
  return ok(reply).body;
}

/** The same database, with the text of each statement of its snapshots. */
function listened(database: Database, statements: string[]): Database {
  return {
    ...database,
    snapshot: (work) =>
      database.snapshot((snapshot) =>
        work({
          ...snapshot,
          all: (text, values) => {
            statements.push(text);
            return snapshot.all(text, values);
          },
        }),
      ),
  };
}
