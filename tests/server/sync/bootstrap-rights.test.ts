import { expect, it } from 'vitest';
import type { BootstrapLine } from '../../../model/protocol/messages.ts';
import { loadActor } from '../../../server/writer/actor.ts';
import { openBootstrap } from '../../../server/sync/bootstrap.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { hire, join, ok, orgStreamOf, startTeam, userStreamOf } from '../support/team.ts';

forEachDatabase('rights during a download', (open) => {
  it('[PULL-6.1] a download that is still being read ends when its reader has lost the right', async () => {
    const team = await startTeam(open);
    const member = await hire(team, 'ben@field.test');
    await join(team, member);
    const { database } = team.app.services;
    const founder = await actorOf(team.founder.orgId, 'ada@field.test');
    const actor = await actorOf(member.orgId, 'ben@field.test');
    const stream = orgStreamOf(member);
    const whole = await read(
      await openBootstrap({ database, clock: { now: Date.now } }, actor, {
        stream,
        first: undefined,
      }),
    );
    expect(whole.at(-1)).toEqual({ kind: 'end' });
    expect(whole).toContainEqual({ kind: 'scope', scope: `project:${team.project}` });

    const lines = (
      await openBootstrap({ database, clock: { now: Date.now } }, actor, {
        stream,
        first: undefined,
      })
    )[Symbol.asyncIterator]();
    await lines.next();
    const id = `${team.project}.${member.orgUserId}`;
    ok(await team.founder.delete(`team-member/update-destroy/${id}/`));
    const seen: BootstrapLine[] = [];
    const rest = (async () => {
      for (;;) {
        const next = await lines.next();
        if (next.done === true) return;
        seen.push(next.value);
      }
    })();
    await expect(rest).rejects.toMatchObject({ code: 'not_found' });
    expect(seen).toContainEqual({ kind: 'scope', scope: 'directory' });
    expect(JSON.stringify(seen)).not.toContain('To do');

    for (const mine of [orgStreamOf(team.founder), userStreamOf(team.founder)]) {
      const own = await openBootstrap({ database, clock: { now: Date.now } }, founder, {
        stream: mine,
        first: undefined,
      });
      expect((await read(own)).at(-1)).toEqual({ kind: 'end' });
    }

    async function actorOf(orgId: string | undefined, email: string) {
      const found = await database.snapshot(async (sql) => {
        const [row] = await sql.all('select id from users where email = ?', [email]);
        return loadActor(sql, { orgId: orgId ?? '', userId: String(row?.['id']) }, Date.now());
      });
      if (found === undefined) throw new Error('There is no such person');
      return found;
    }
  });
});

async function read(lines: AsyncIterable<BootstrapLine>): Promise<readonly BootstrapLine[]> {
  const all: BootstrapLine[] = [];
  for await (const line of lines) all.push(line);
  return all;
}
