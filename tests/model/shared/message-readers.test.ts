import { describe, expect, it } from 'vitest';
import { furtherBack } from '../../../model/entities/message-mark.ts';
import { backWith, reachedBack, readersOf } from '../../../model/shared/message-readers.ts';

const mark = (seen: number, back = 0) => ({ seen, delivered: seen, back });
const FOUNDER = { organization_user: 'ada', since: 0 };
const LATER = { organization_user: 'ben', since: 500 };

function reached(seq: number, marks: Readonly<Record<string, ReturnType<typeof mark>>>) {
  return readersOf({ author: 'ada', seq }, [FOUNDER, LATER], (person) => marks[person]);
}

describe('readers of a message', () => {
  it('a message waits for its members at the time of writing, and for nobody else', () => {
    expect(reached(501, {})).toEqual({ seen: [], reached: [], missing: ['ben'], areLater: false });
    expect(reached(501, { ben: mark(501) })).toMatchObject({ seen: ['ben'], missing: [] });
    expect(reached(501, { ben: { ...mark(500), delivered: 501 } })).toMatchObject({
      seen: [],
      reached: ['ben'],
    });
  });

  it('a message without other members at the time of writing is seen when a later member scrolls back to it', () => {
    const nobody = { seen: [], reached: [], missing: [] };
    expect(reached(480, {})).toMatchObject(nobody);
    // Having read later messages does not count for it.
    expect(reached(480, { ben: mark(700) })).toMatchObject(nobody);
    expect(reached(480, { ben: mark(700, 480) })).toEqual({
      ...nobody,
      seen: ['ben'],
      areLater: true,
    });
    expect(reached(479, { ben: mark(700, 480) })).toMatchObject(nobody);
    expect(reached(480, { ada: mark(480, 1) })).toMatchObject(nobody);
  });

  it('a message that the server has not numbered has reached nobody, whatever they have read', () => {
    expect(reached(0, { ben: mark(700) })).toMatchObject({ seen: [], missing: ['ben'] });
  });
});

describe('reading back', () => {
  it('begins at the joining number and continues without a gap', () => {
    const opened = backWith(reachedBack({ since: 500, back: 0 }), { from: 489, to: 500 });
    expect(opened).toBe(489);
    expect(backWith(opened, { from: 470, to: 488 })).toBe(470);
    expect(reachedBack({ since: 500, back: 470 })).toBe(470);
  });

  it('counts neither messages opened by a link nor skipped ones', () => {
    expect(backWith(489, { from: 3, to: 14 })).toBe(489);
    expect(backWith(489, { from: 475, to: 487 })).toBe(489);
    expect(backWith(489, { from: 0, to: 0 })).toBe(489);
    expect(backWith(489, { from: 495, to: 507 })).toBe(489);
  });

  it('of two positions the further one wins', () => {
    expect([furtherBack(0, 7), furtherBack(7, 0), furtherBack(7, 3), furtherBack(0, 0)]).toEqual([
      7, 7, 3, 0,
    ]);
  });
});
