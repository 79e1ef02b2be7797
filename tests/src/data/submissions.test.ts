import { expect, it } from 'vitest';
import { readEdit, writeEdit } from '../../../src/data/drafts.ts';
import { createSubmissions } from '../../../src/data/submissions.ts';

const START = { text: '', flag: 'low' };

const typed = (text: string, flag = 'low') => writeEdit({ start: START, values: { text, flag } });

/** One form: its stored draft, the text returned to it, and its submissions, which wait for a verdict. */
function setup() {
  const sends = createSubmissions();
  const kept: { text: string | undefined } = { text: undefined };
  const back: (string | undefined)[] = [];
  const verdicts: ((saved: boolean | string) => void)[] = [];
  const keep = (text: string | undefined) => {
    kept.text = text;
  };
  const valuesOf = (text: string | undefined) => readEdit(text, START)?.values;
  return {
    sends,
    back: () => back.map((text) => valuesOf(text)?.text),
    kept: () => valuesOf(kept.text),
    type: (text: string | undefined, flag?: string) =>
      sends.typed('form', text === undefined ? undefined : typed(text, flag), keep),
    send: (text: string, flag?: string) =>
      sends.send('form', {
        text: typed(text, flag),
        by: '\n',
        keep,
        work: () => new Promise<boolean | string>((resolve) => verdicts.push(resolve)),
      }),
    follow: () => sends.follow('form', (text) => back.push(text)),
    /** Started submissions in order. */
    verdicts,
  };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

it('keeps a submission in the draft until it is saved, in front of text typed since', async () => {
  const { kept, type, send, verdicts } = setup();
  type('One');
  const sent = send('One');
  type(undefined);
  expect(kept()).toEqual({ text: 'One', flag: 'low' });
  type('and more');
  expect(kept()).toEqual({ text: 'One\nand more', flag: 'low' });
  verdicts[0]?.(true);
  expect(await sent).toBe(true);
  expect(kept()).toEqual({ text: 'and more', flag: 'low' });
});

it('returns the part that was not saved in front of text typed since, also after the form was closed', async () => {
  const { back, kept, type, send, verdicts, follow } = setup();
  follow();
  const sent = send('One\nTwo', 'high');
  type('Thr');
  verdicts[0]?.(typed('Two', 'high'));
  expect(await sent).toBe(false);
  expect(back()).toEqual(['Two\nThr']);
  expect(kept()).toEqual({ text: 'Two\nThr', flag: 'high' });
});

it('returns a failed submission in front of text typed since, with the later submissions', async () => {
  const { back, kept, type, send, verdicts, follow } = setup();
  follow();
  const first = send('One', 'high');
  const second = send('Two');
  type('Thr');
  expect(verdicts).toHaveLength(1);
  verdicts[0]?.(false);
  expect([await first, await second]).toEqual([false, false]);
  expect(back()).toEqual(['One\nTwo\nThr']);
  expect(kept()).toEqual({ text: 'One\nTwo\nThr', flag: 'high' });
  // The form has its text again: nothing is being saved, and the next submission is sent.
  const again = send('One\nTwo\nThree');
  verdicts[1]?.(true);
  expect(await again).toBe(true);
  expect(kept()).toBeUndefined();
});

it('saves submissions one after the other, in their order', async () => {
  const { send, verdicts, kept } = setup();
  const first = send('One');
  const second = send('Two');
  await turn();
  expect(verdicts).toHaveLength(1);
  verdicts[0]?.(true);
  await first;
  await turn();
  expect(verdicts).toHaveLength(2);
  expect(kept()?.text).toBe('Two');
  verdicts[1]?.(true);
  expect(await second).toBe(true);
  expect(kept()).toBeUndefined();
});

it('shows a reopened form the text typed since, and the text that returns', async () => {
  const { sends, back, send, type, verdicts, follow } = setup();
  expect(sends.since('form')).toBeUndefined();
  const close = follow();
  const sent = send('One');
  type('more');
  close();
  expect(readEdit(sends.since('form')?.text, START)?.values.text).toBe('more');
  expect(sends.since('another')).toBeUndefined();
  follow();
  verdicts[0]?.(false);
  await sent;
  expect(back()).toEqual(['One\nmore']);
  expect(sends.since('form')).toBeUndefined();
});

it('returns a submission whose save throws', async () => {
  const { sends, back, follow } = setup();
  follow();
  const sent = sends.send('form', {
    text: typed('One'),
    by: ' ',
    keep: () => undefined,
    work: () => Promise.reject(new Error('The disk is full')),
  });
  await expect(sent).rejects.toThrow('The disk is full');
  expect(back()).toEqual(['One']);
});
