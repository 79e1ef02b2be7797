import { describe, expect, it } from 'vitest';
import {
  dueDateOf,
  linesOf,
  parseLine,
  pickDate,
  tokenAt,
  withDate,
  withLabel,
  withoutTokens,
} from '../../../../src/features/task-composer/parse-line.ts';

/** A Tuesday. */
const TODAY = '2026-11-24';

const CHOICES = {
  '@': [
    { id: '1', name: 'Ada Lovelace' },
    { id: '2', name: 'Sofía Marsh' },
    { id: '3', name: 'Sofus Berg' },
    { id: '4', name: 'Ada' },
  ],
  '!': [
    { id: 'h', name: 'High' },
    { id: 'm', name: 'Medium' },
  ],
  '#': [{ id: 'roof', name: 'Roof work' }],
};

const parse = (text: string) => parseLine(text, CHOICES, TODAY);

describe('a line of the composer', () => {
  it('names people, priority, due date and label, in any order', () => {
    expect(parse('Fix the ridge fri @sofia !high #roof')).toEqual({
      name: 'Fix the ridge',
      people: ['2'],
      flag: 'h',
      label: 'roof',
      date: '2026-11-27',
    });
    expect(parse('@sofia Fix !m  the ridge #Roof work by tomorrow')).toMatchObject({
      name: 'Fix the ridge',
      people: ['2'],
      flag: 'm',
      label: 'roof',
      date: '2026-11-25',
    });
  });

  it('leaves a marked word in the name when no choice or several choices have it', () => {
    expect(parse('Ask @sof about #nothing !')).toMatchObject({
      name: 'Ask @sof about #nothing !',
      people: [],
    });
  });

  it('takes the longest whole name, and each person once', () => {
    expect(parse('Rope @Ada Lovelace @lovelace @Ada').people).toEqual(['1', '4']);
  });

  it('leaves addresses, hashes inside words and single marks alone', () => {
    const text = 'Mail sofia@roof.org about C#high and a ! b';
    expect(parse(text)).toMatchObject({
      name: text,
      people: [],
      flag: undefined,
      label: undefined,
    });
  });

  it('reads a date only at the end, and never the whole line', () => {
    expect(parse('Sun cream for the hut')).toMatchObject({
      name: 'Sun cream for the hut',
      date: undefined,
    });
    expect(parse('Friday')).toMatchObject({ name: 'Friday', date: undefined });
    expect(parse('Order 24 dec')).toMatchObject({ name: 'Order', date: '2026-12-24' });
  });

  it.each([
    ['today', '2026-11-24'],
    ['tue', '2026-12-01'],
    ['wednesday', '2026-11-25'],
    ['next week', '2026-11-30'],
    ['next fri', '2026-12-04'],
    ['in 3 days', '2026-11-27'],
    ['+2w', '2026-12-08'],
    ['24 nov', '2026-11-24'],
    ['3 march', '2027-03-03'],
    ['March 3', '2027-03-03'],
    ['may 1, 2028', '2028-05-01'],
    ['on 1 september 2027', '2027-09-01'],
    ['2027-02-28', '2027-02-28'],
  ])('understands "%s"', (phrase, date) => {
    expect(parse(`Rope ${phrase}`)).toMatchObject({ name: 'Rope', date });
  });

  it.each(['2027-02-30', '31 feb', '99 dec', 'in many days', 'mondays', 'march'])(
    'leaves "%s" in the name',
    (phrase) => {
      expect(parse(`Rope ${phrase}`)).toMatchObject({ name: `Rope ${phrase}`, date: undefined });
    },
  );
});

describe('the token at the caret', () => {
  it('is open from its mark to a space', () => {
    expect(tokenAt('Fix @so', 7)).toEqual({ mark: '@', from: 4, query: 'so' });
    expect(tokenAt('Fix @', 5)).toEqual({ mark: '@', from: 4, query: '' });
    expect(tokenAt('Fix @sofia ', 11)).toBeUndefined();
    expect(tokenAt('a@b', 3)).toBeUndefined();
  });
});

it('a pasted list loses bullets, numbers, checkboxes and empty lines', () => {
  expect(linesOf('- Rope\n\n 2. Pegs\n* [ ] Lamp\n[x] Map\n  3 nails\r\n')).toEqual([
    'Rope',
    'Pegs',
    'Lamp',
    'Map',
    '3 nails',
  ]);
});

describe('a choice from a menu changes the text', () => {
  const { today, choices } = { today: TODAY, choices: CHOICES };

  it('replaces the date and leaves the tokens', () => {
    expect(withDate('Rope fri @sofia', 'tomorrow', choices, today)).toBe('Rope @sofia tomorrow ');
    expect(withDate('Rope by 24 dec', undefined, choices, today)).toBe('Rope ');
    expect(parse(withDate('Rope @sofia', 'next week', choices, today))).toMatchObject({
      name: 'Rope',
      people: ['2'],
      date: '2026-11-30',
    });
  });

  it('a date that is chosen before the name is kept beside the text', () => {
    for (const start of ['', '@sofia ', '!high']) {
      const { text, picked } = pickDate(start, 'tomorrow', choices, today);
      const { name, date } = parse(`${text} Call Anna`);
      expect([name, dueDateOf(date, picked, undefined)]).toEqual(['Call Anna', '2026-11-25']);
    }
    expect(pickDate('', '2026-12-24', choices, today)).toEqual({ text: '', picked: '2026-12-24' });
    const { picked } = pickDate('', 'tomorrow', choices, today);
    expect(dueDateOf(parse('Call Anna fri').date, picked, undefined)).toBe('2026-11-27');
    const named = pickDate('Call Anna', 'tomorrow', choices, today);
    expect(named).toEqual({ text: 'Call Anna tomorrow ', picked: undefined });
  });

  it('"no due date" removes the date of the text, the chosen one, and the one of the day', () => {
    const day = '2026-12-01';
    expect(dueDateOf(undefined, undefined, day)).toBe(day);
    for (const line of ['', 'Rope', 'Rope fri']) {
      const { text, picked } = pickDate(line, undefined, choices, today);
      expect(dueDateOf(parse(text).date, picked, day)).toBeUndefined();
    }
    const { picked } = pickDate('', undefined, choices, today);
    expect(dueDateOf(parse('Rope fri').date, picked, day)).toBe('2026-11-27');
  });

  it('replaces the label', () => {
    expect(withLabel('Rope #roof fri', 'Roof work', choices)).toBe('Rope fri #Roof work ');
    expect(withLabel('Rope #roof', undefined, choices)).toBe('Rope ');
  });

  it('removes the tokens of one mark from every line, and nothing else', () => {
    expect(withoutTokens('Rope @sofia !h\nPegs @lovelace  x', '@', choices)).toBe(
      'Rope !h\nPegs  x',
    );
  });

  it('leaves a date in the name when the person wants it there', () => {
    expect(parseLine('Meet on fri', choices, today, { hasDates: false })).toMatchObject({
      name: 'Meet on fri',
      date: undefined,
    });
  });
});
