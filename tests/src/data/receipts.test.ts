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
  received_details_since: 0,
  reported_at: at,
  seen: 0,
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

it('a row that a person has seen is listed there alone, and a newer version of it is not seen', () => {
  const dan = { ...receipt('4', 12, 12, 90), seen: 9 };
  const { seen, reached } = receiptsOfRow([ANA, dan], { v: 9, isDetail: true });
  expect(seen).toEqual([dan]);
  expect(reached).toEqual([ANA]);
  expect(receiptsOfRow([dan], { v: 10, isDetail: false })).toMatchObject({
    seen: [],
    reached: [dan],
  });
});

it('a person has seen what no device of theirs reports, because its session has ended', () => {
  const eve = { ...receipt('5', 0, 0, null), seen: 9 };
  expect(receiptsOfRow([eve], { v: 9, isDetail: true }).seen).toEqual([eve]);
});
