import { beforeEach, expect, it, vi } from 'vitest';
import { CairnError, refuse } from '../../../model/shared/errors.ts';
import {
  followNotSaved,
  part,
  notifyNotSaved,
  refusalFor,
} from '../../../sync/client/not-saved.ts';

const reported: unknown[] = [];
beforeEach(() => {
  reported.length = 0;
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
});

it('a full disk, a browser that does not write and an internal fault are distinguished, and each is reported', () => {
  const full = new DOMException('full', 'QuotaExceededError');
  const wrapped = Object.assign(new Error('Dexie'), { inner: full });
  const broken = new DOMException('Internal error', 'UnknownError');
  const fault = new TypeError('x is not a function');
  expect([full, wrapped].map((error) => refusalFor(error).code)).toEqual([
    'storage_full',
    'storage_full',
  ]);
  expect(refusalFor(broken).message).toMatch(/^Not saved: the browser refused to write/);
  expect(refusalFor(fault).message).toMatch(/^Not saved: a fault in Cairn itself/);
  expect(reported).toEqual([full, wrapped, broken, fault]);
});

it('a rule’s refusal keeps its message and details, and is not reported or notified as an unsaved change', () => {
  const messages: string[] = [];
  followNotSaved((message) => messages.push(message));
  const refusal = refuse('text_conflict', 'Somebody was quicker', { current: { v: 3 } });
  expect(notifyNotSaved(new CairnError(refusal))).toEqual(refusal);
  expect(messages).toEqual([]);
  expect(notifyNotSaved(new TypeError('x')).code).toBe('internal');
  expect(messages).toEqual([expect.stringMatching(/^Not saved: a fault in Cairn itself/)]);
  expect(reported).toHaveLength(1);
});

it('a part of the app that cannot be fetched is a missing connection, not an unsaved change', async () => {
  const gone = part(() => Promise.reject(new TypeError('Failed to fetch')));
  const failure: unknown = await gone.catch((error: unknown) => error);
  expect(refusalFor(failure)).toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/^Not done: this needs a part of Cairn/),
  });
  expect(reported).toEqual([]);
  await expect(part(() => Promise.resolve(7))).resolves.toBe(7);
});
