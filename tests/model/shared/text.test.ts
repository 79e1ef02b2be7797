import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  completionStampSchema,
  instantSchema,
  isOverdue,
  localDay,
  refuseReversedDates,
} from '../../../model/shared/dates.ts';
import { digestOf } from '../../../model/shared/digest.ts';
import { memberId, memberOrgUser, newId, uuidSchema } from '../../../model/shared/ids.ts';
import {
  nameSchema,
  requiredLongTextSchema,
  slugOf,
  taskNameSchema,
} from '../../../model/shared/text.ts';

describe('the 100-character rule', () => {
  it('counts code points, so 99 emoji are a legal name and 100 are not', () => {
    expect(v.is(taskNameSchema, '🪨'.repeat(99))).toBe(true);
    expect(v.is(taskNameSchema, '🪨'.repeat(100))).toBe(false);
    expect(v.is(taskNameSchema, 'x'.repeat(99))).toBe(true);
    expect(v.safeParse(taskNameSchema, 'x'.repeat(100)).issues?.[0].message).toBe(
      'Task name should not exceed more than 100 characters !!',
    );
  });

  it('refuses empty names, NUL and lone surrogates', () => {
    for (const bad of ['', '   ', 'a\0b', 'a\ud800b', '\udc00']) {
      expect(v.is(taskNameSchema, bad)).toBe(false);
      expect(v.is(nameSchema, bad)).toBe(false);
    }
  });

  it('refuses invisible text: zero width, joiners, fillers, control characters', () => {
    for (const bad of [
      '\u200b',
      ' \u2060\ufeff ',
      '\u00ad\u200d',
      '\u3164',
      '\u2800',
      '\u202e',
      '\u0007',
    ]) {
      for (const schema of [taskNameSchema, nameSchema, requiredLongTextSchema]) {
        expect([bad, v.safeParse(schema, bad).issues?.[0].message]).toEqual([bad, 'is required']);
      }
    }
    // Joiners within visible text stay: families of emoji, Persian.
    for (const good of ['👩‍🌾', 'می‌خواهم', '.', '🪨']) {
      expect(v.parse(taskNameSchema, good)).toBe(good);
    }
  });

  it('stores names without surrounding space', () => {
    expect(v.parse(nameSchema, '  Base camp ')).toBe('Base camp');
  });
});

describe('dates', () => {
  it('of completion are calendar times, stored without milliseconds', () => {
    expect(v.parse(completionStampSchema, '2026-03-01T10:00:00.123Z')).toBe('2026-03-01T10:00:00Z');
    expect(v.parse(completionStampSchema, '2024-02-29T23:59:59Z')).toBe('2024-02-29T23:59:59Z');
    for (const bad of [
      '2026-02-30T10:00:00Z',
      '2026-02-29T10:00:00.5Z',
      '2026-04-31T00:00:00Z',
      '2026-03-01T24:00:00Z',
      '2026-03-01T10:00:00+01:00',
    ]) {
      expect([bad, v.is(completionStampSchema, bad), v.is(instantSchema, bad)]).toEqual([
        bad,
        false,
        false,
      ]);
    }
  });

  it('do not start after they end; older rows with such dates are left unchanged', () => {
    const old = { start_date: '2026-03-09', end_date: '2026-03-01' };
    expect(refuseReversedDates(old)).toMatchObject({ code: 'invalid' });
    expect(
      refuseReversedDates({ start_date: '2026-03-01', end_date: '2026-03-01' }),
    ).toBeUndefined();
    expect(refuseReversedDates({ start_date: '2026-03-01', end_date: null })).toBeUndefined();
    expect(refuseReversedDates({}, old)).toBeUndefined();
    expect(refuseReversedDates({ ...old }, old)).toBeUndefined();
    expect(refuseReversedDates({ end_date: '2026-03-02' }, old)).toMatchObject({ code: 'invalid' });
    expect(refuseReversedDates({ end_date: '2026-03-09' }, old)).toBeUndefined();
    expect(refuseReversedDates({ start_date: null }, old)).toBeUndefined();
  });
});

describe('ids', () => {
  it('[ID-1] are UUIDv7 from the given clock and random source', () => {
    const id = newId({
      now: () => Date.UTC(2026, 0, 2),
      randomBytes: (target) => target.fill(0xab),
    });
    expect(v.is(uuidSchema, id)).toBe(true);
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(Date.UTC(2026, 0, 2));
  });

  it('identify a membership by its project and person, and only in that project', () => {
    expect(memberOrgUser('p1', memberId('p1', '7'))).toBe('7');
    expect(memberOrgUser('p2', memberId('p1', '7'))).toBeUndefined();
  });
});

describe('dates and slugs', () => {
  it('calls a task overdue from the day after its end date, by the viewer’s own day', () => {
    const task = { end_date: '2026-03-01', is_completed: false };
    expect(isOverdue(task, '2026-03-01')).toBe(false);
    expect(isOverdue(task, '2026-03-02')).toBe(true);
    expect(isOverdue({ ...task, is_completed: true }, '2026-03-02')).toBe(false);
    expect(localDay(Date.UTC(2026, 2, 1, 23, 30), -60)).toBe('2026-03-02');
    expect(localDay(Date.UTC(2026, 2, 2, 0, 30), 60)).toBe('2026-03-01');
  });

  it('gives projects of one name different addresses', () => {
    expect(slugOf('Über  Hütte!', 'aaaa111111')).toBe('uber-hutte-111111');
    expect(slugOf('Über  Hütte!', 'aaaa222222')).not.toBe(slugOf('Über  Hütte!', 'aaaa111111'));
    expect(slugOf('家', 'aaaa333333')).toBe('project-333333');
  });
});

describe('[PULL-8] the digest of a scope', () => {
  const rows = [
    { id: 'a', v: 1 },
    { id: 'b', v: 2 },
    { id: 'c', v: 3 },
  ];

  it('does not depend on the order', () => {
    expect(digestOf(rows)).toBe(digestOf(rows.toReversed()));
  });

  it('detects a missing row, an older row and two exchanged versions', () => {
    const swapped = [
      { id: 'a', v: 2 },
      { id: 'b', v: 1 },
      { id: 'c', v: 3 },
    ];
    const digests = [rows, rows.slice(1), swapped, [...rows.slice(0, 2), { id: 'c', v: 2 }]].map(
      digestOf,
    );
    expect(new Set(digests).size).toBe(4);
  });
});
