import { describe, expect, it } from 'vitest';
import {
  percentOf,
  syncMessage,
  waitingMessage,
} from '../../../../src/features/sync-status/sync-messages.ts';

const status = { unreachable: false, waiting: 0, deferred: 0, rejectedCount: 0 } as const;

describe('text of the sync pill', () => {
  it.each([
    [{ ...status, phase: 'saved' }, 'Saved on this device'],
    [{ ...status, phase: 'syncing', waiting: 3 }, 'Syncing 3'],
    [{ ...status, phase: 'syncing' }, 'Syncing'],
    [{ ...status, phase: 'syncing', waiting: 3, deferred: 1 }, 'Syncing 2'],
    [{ ...status, phase: 'deferred', waiting: 1, deferred: 1 }, '1 waits for an update'],
    [{ ...status, phase: 'deferred', waiting: 2, deferred: 2 }, '2 wait for an update'],
    [{ ...status, phase: 'up-to-date' }, 'Up to date'],
    [{ ...status, phase: 'offline' }, 'Offline'],
    [{ ...status, phase: 'offline', waiting: 2 }, 'Offline, 2 waiting'],
    [{ ...status, phase: 'needs-you', rejectedCount: 1 }, '1 needs attention'],
    [{ ...status, phase: 'needs-you', rejectedCount: 4 }, '4 need attention'],
    [{ ...status, phase: 'signed-out' }, 'Sign in again'],
    [{ ...status, phase: 'data-lost' }, 'Data lost, reload'],
  ] as const)('is correct for %o', (state, words) => {
    expect(syncMessage(state)).toBe(words);
  });

  it('shows a download in whole percent, at most one hundred', () => {
    const at = (done: number, total: number) =>
      percentOf({ ...status, phase: 'downloading', progress: { done, total } });
    expect([at(0, 0), at(1, 3), at(999, 1000), at(12, 10)]).toEqual([0, 33, 99, 100]);
  });
});

describe('reason why a change waits', () => {
  const NO_CONNECTION = 'There is no connection to the server. It is sent as soon as there is one.';

  it.each([
    [{ ...status, phase: 'offline' }, NO_CONNECTION],
    [{ ...status, phase: 'needs-you', unreachable: true }, NO_CONNECTION],
    [{ ...status, phase: 'downloading', unreachable: true }, NO_CONNECTION],
    [
      { ...status, phase: 'signed-out', unreachable: true },
      'It is sent when you have signed in again.',
    ],
    [{ ...status, phase: 'saved' }, 'It is sent as soon as the server answers.'],
    [{ ...status, phase: 'needs-you' }, 'It is sent in a moment.'],
    [{ ...status, phase: 'syncing' }, 'It is sent in a moment.'],
    [undefined, 'It is sent in a moment.'],
  ] as const)('is correct for %o', (state, words) => {
    expect(waitingMessage('waiting', state)).toBe(words);
  });

  it('reports a change that is being sent', () => {
    expect(waitingMessage('sending', { ...status, phase: 'syncing' })).toMatch('being sent');
  });
});
