import { expect, it } from 'vitest';
import { readTables } from '../../../server/archive/read-tables.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { foundTeam, hire, ok, startTeam } from '../support/team.ts';

forEachDatabase('the archive of an organisation', (open) => {
  it('has no account and no stream of another one', async () => {
    const team = await startTeam(open);
    const ben = await hire(team, 'ben@field.test');
    const { founder } = await foundTeam(team.app, 'eve@other.test', 'Other Works');
    ok(await founder.post('note-tag/create/', { name: 'Theirs' }));
    const found = await team.app.services.database.snapshot(async (sql) => {
      const lines: { readonly table: string; readonly line: unknown }[] = [];
      for await (const one of readTables({ sql, orgId: team.founder.orgId ?? '' })) lines.push(one);
      return lines;
    });
    const of = (name: string) => found.filter(({ table }) => table === name).map((one) => one.line);
    expect(of('accounts')).toMatchObject([
      { email: 'ada@field.test' },
      { email: 'ben@field.test' },
    ]);
    expect(of('streams')).toMatchObject([
      { person: null },
      { person: team.founder.orgUserId },
      { person: ben.orgUserId },
    ]);
    expect(JSON.stringify(found)).not.toContain('other.test');
  });
});
