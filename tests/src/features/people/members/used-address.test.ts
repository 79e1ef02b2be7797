import { expect, it } from 'vitest';
import { usedAddress } from '../../../../../src/features/people/members/used-address.ts';

const BEN = { email: 'ben@field.test', active: true };
const ODA = { email: 'oda@field.test', active: false };

it("refuses to add a member's address, and offers to reactivate a deactivated person", () => {
  const words = (email: string) => usedAddress([BEN, ODA], email)?.message;
  expect(words(' Ben@Field.test ')).toMatch(/in the organisation already/);
  expect(words('oda@field.test')).toMatch(/reactivate them instead/);
  expect(words('nia@field.test')).toBeUndefined();
});
