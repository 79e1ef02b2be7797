import { expect, it } from 'vitest';
import { type Receipt, receiptsOfRow } from '../../../src/data/receipts.ts';

const receipt = (
  person: string,
  received: number,
  details: number,
  at: number | null,
): Receipt => ({
  organization_user: person,
  received,
  received_details: details,
  reported_at: at,
});

const ANA = receipt('1', 9, 9, 50);
const BEN = receipt('2', 9, 0, 70);
const CY = receipt('3', 0, 0, null);

const reachedBy = (v: number, isDetail: boolean) =>
  receiptsOfRow([ANA, BEN, CY], { v, isDetail }).reached.map((one) => one.organization_user);

it('a row has reached those whose cursor is at or above its version, the last report first', () => {
  expect(reachedBy(9, false)).toEqual(['2', '1']);
  expect(reachedBy(10, false)).toEqual([]);
});

it('a comment, subtask or file has reached those only whose device has the details', () => {
  expect(reachedBy(9, true)).toEqual(['1']);
  const { missing } = receiptsOfRow([ANA, BEN, CY], { v: 9, isDetail: true });
  expect(missing.map((one) => one.organization_user)).toEqual(['2', '3']);
});
