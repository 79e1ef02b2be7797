import { expect, it } from 'vitest';
import { readEdit, writeEdit } from '../../../src/data/drafts.ts';
import { createSends } from '../../../src/data/sends.ts';

const START = { text: '', flag: 'low' };

const typed = (text: string, flag = 'low') => writeEdit({ start: START, values: { text, flag } });

/** One form: what the device keeps of it, what comes back to it, and what is sent, held until a verdict is given. */
function setup() {
  const sends = createSends();
  const kept: { text: string | undefined } = { text: undefined };
  const back: (string | undefined)[] = [];
  const verdicts: ((isSaved: boolean) => void)[] = [];
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
        work: () => new Promise<boolean>((resolve) => verdicts.push(resolve)),
      }),
    follow: () => sends.follow('form', (text) => back.push(text)),
    /** What has been begun, in order. */
    verdicts,
  };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

it('what is sent stays kept until it is saved, in front of what was typed since', async () => {
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

it('what is not saved comes back in front of what was typed since, with what was sent after it', async () => {
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
  // It is the form's again: nothing of it is on its way, and the next is sent.
  const again = send('One\nTwo\nThree');
  verdicts[1]?.(true);
  expect(await again).toBe(true);
  expect(kept()).toBeUndefined();
});

it('one is saved after the other, in the order in which they were sent', async () => {
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

it('a form that is opened again meanwhile shows what was typed since, and what comes back', async () => {
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

it('what fails with an error comes back as well', async () => {
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
