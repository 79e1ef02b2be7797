import { describe, expect, it } from 'vitest';
import { greetingOf } from '../../../../src/features/home/greeting.ts';

describe('greeting on the home dashboard', () => {
  it.each([
    [4, 'Good Night'],
    [5, 'Good Morning'],
    [11, 'Good Morning'],
    [12, 'Good Afternoon'],
    [16, 'Good Afternoon'],
    [17, 'Good Evening'],
    [19, 'Good Evening'],
    [20, 'Good Night'],
    [0, 'Good Night'],
  ])('at %i o’clock is %s', (hour, words) => {
    expect(greetingOf(hour)).toBe(words);
  });
});
