import { describe, expect, it } from 'vitest';
import { organizations } from '../../../model/entities/organization.ts';
import type { Reader } from '../../../model/mutations/define-mutation.ts';
import { organizationDetailMonths } from '../../../model/mutations/organization/organization-detail-months.ts';
import type { Actor } from '../../../model/permissions/actor.ts';
import { DETAIL_MONTHS } from '../../../model/shared/detail-months.ts';

/** As a device stores it that has not reached a server with the setting yet. */
const older = {
  id: '1',
  scope: 'directory',
  v: 1,
  name: 'Paths',
  special_role: false,
  created_at: '2026-01-01T00:00:00Z',
};
const read: Reader = {
  get: (entity, id) => Promise.resolve(id === older.id ? entity.parse(older) : undefined),
};

const person = (level: string, patch_access = true): Actor => ({
  orgId: '1',
  userId: 'u1',
  orgUserId: '1',
  level,
  specialRole: false,
  get_access: true,
  post_access: true,
  patch_access,
  delete_access: false,
});

describe('the months of details on devices', () => {
  it('are 6 where the row has none', () => {
    expect(organizations.parse(older).detail_months).toBe(6);
  });

  it.each(DETAIL_MONTHS)('can be %i', (months) => {
    const { effects } = organizationDetailMonths.prepare({ id: '1', detail_months: months });
    const [effect] = effects({ actor: person('Level 1'), at: 0 });
    expect(effect?.apply(organizations.parse(older))).toMatchObject({
      name: 'Paths',
      detail_months: months,
    });
  });

  it.each([0, 2, 7, 6.5, 120, '6', null, undefined])('cannot be %s', (months) => {
    const args: unknown = { id: '1', detail_months: months };
    expect(() => organizationDetailMonths.prepare(args)).toThrow();
  });

  it.each([
    ['Level 1', true, undefined],
    ['Level 1', false, 'forbidden'],
    ['Level 2', true, 'forbidden'],
    ['Level 3', true, 'forbidden'],
    ['Member', true, 'forbidden'],
  ])('%s, with patch_access %s: %s', async (level, patch, code) => {
    const prepared = organizationDetailMonths.prepare({ id: '1', detail_months: 12 });
    expect((await prepared.check(read, person(level, patch)))?.code).toBe(code);
  });
});
