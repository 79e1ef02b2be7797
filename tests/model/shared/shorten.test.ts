import { expect, it } from 'vitest';
import { shortened } from '../../../model/shared/shorten.ts';

it('a shortened text ends with an ellipsis and is not cut within a character', () => {
  expect(shortened(' One\n  line ')).toBe('One line');
  expect(shortened('x'.repeat(80))).toBe('x'.repeat(80));
  expect(shortened('x'.repeat(81))).toBe(`${'x'.repeat(79)}…`);
  expect(shortened(`${'x'.repeat(78)}🪵${'x'.repeat(9)}`)).toBe(`${'x'.repeat(78)}…`);
});
