import { expect, it } from 'vitest';
import { organizations } from '../../../model/entities/organization.ts';
import { DETAIL_MONTHS } from '../../../model/shared/detail-months.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import type { RestClient } from '../../support/rest-client.ts';
import { hire, ok, pull, startTeam } from '../support/team.ts';

forEachDatabase('the months of details on devices', (open) => {
  it('are 6 in a new organisation, and reach every device when Level 1 changes them', async () => {
    const team = await startTeam(open);
    const ben = await hire(team, 'ben@field.test');
    expect(await monthsAt(ben)).toBe(6);
    for (const months of DETAIL_MONTHS) {
      ok(await setMonths(team.founder, months));
      expect(await monthsAt(ben)).toBe(months);
    }
    const settings = ok(await ben.get('organization/retention/')).body.data;
    expect(settings.detail_months).toBe(60);
  });

  it('are changed by nobody below Level 1', async () => {
    const team = await startTeam(open);
    const others = [
      await hire(team, 'max@field.test', 'Manager'),
      await hire(team, 'cleo@field.test', 'Coordinator'),
      await hire(team, 'ben@field.test'),
    ];
    for (const person of others) {
      const reply = await setMonths(person, 12);
      expect(reply.body).toMatchObject({ status: 403, code: 'forbidden' });
    }
    expect(await monthsAt(team.founder)).toBe(6);
  });

  it('are one of the offered numbers', async () => {
    const team = await startTeam(open);
    for (const months of [0, -1, 2, 7, 6.5, 61, 120, '12', null, undefined]) {
      const { status } = await setMonths(team.founder, months);
      expect([months, status]).toEqual([months, 400]);
    }
    expect(await monthsAt(team.founder)).toBe(6);
  });

  it('are in the activity log with the old value, and not in the security log, as nothing is erased', async () => {
    const team = await startTeam(open);
    ok(await setMonths(team.founder, 24));
    const entries = ok(await team.founder.get('activity/list/')).body.data;
    expect(JSON.stringify(entries)).toContain('"field":"detail_months","before":6,"after":24');
    const query = { group: 'retention' };
    expect(ok(await team.founder.get('security-log/list/', { query })).body.data).toEqual([]);
  });
});

function setMonths(person: RestClient, detail_months: unknown) {
  return person.patch(`organization/detail-months/${String(person.orgId)}/`, { detail_months });
}

/** The setting in the row that a device of the person receives. */
async function monthsAt(person: RestClient): Promise<number> {
  const { changes } = ok(await pull(person)).body;
  const found = changes.findLast(({ table }: { table: string }) => table === organizations.table);
  return organizations.parse(found?.row).detail_months;
}
