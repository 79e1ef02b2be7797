import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import {
  addressesIn,
  addressesSchema,
} from '../../../../../src/features/people/invitations/addresses.ts';

describe('the addresses of invitations', () => {
  it('are separated by commas, semicolons and spaces, each once', () => {
    expect(addressesIn(' ada@a.test, Ben@A.test;ben@a.test\n<mia@a.test> ')).toEqual([
      'ada@a.test',
      'ben@a.test',
      'mia@a.test',
    ]);
  });

  it.each([
    ['', 'Enter an e-mail address'],
    ['ada', 'ada is not an e-mail address'],
    ['ada@a.test, ben, mia@', 'These are not e-mail addresses: ben, mia@'],
    [
      Array.from({ length: 101 }, (_, index) => `p${index}@a.test`).join(' '),
      'Enter at most 100 addresses at once',
    ],
  ])('%s is refused', (text, message) => {
    expect(v.safeParse(addressesSchema, text).issues?.[0].message).toBe(message);
  });

  it('may be one', () => {
    expect(v.is(addressesSchema, 'ada@a.test')).toBe(true);
  });
});
