import { afterEach, describe, expect, it, vi } from 'vitest';
import { CairnError, refuse } from '../../../../model/shared/errors.ts';
import { part } from '../../../../sync/client/not-saved.ts';
import { signOut } from '../../../../src/features/sync-status/sign-out.ts';

afterEach(() => vi.unstubAllGlobals());

describe('signing out', () => {
  it('says so and stays signed in when its own part cannot be fetched', async () => {
    const here = device({
      leave: () => part(() => Promise.reject(new TypeError('Failed to fetch'))),
    });
    expect(await signOut(here.parts)).toBe(false);
    expect(here.told).toEqual([
      expect.stringMatching(/needs a part of Cairn.*You are still signed in\.$/),
    ]);
  });

  it('keeps the words of what could not be sent apart from those', async () => {
    const sending = new CairnError(refuse('unavailable', 'Not everything could be sent.'));
    const here = device({ unsent: 2, answers: ['send'], leave: () => Promise.reject(sending) });
    expect(await signOut(here.parts)).toBe(false);
    expect(here.told).toEqual(['Not everything could be sent. You are still signed in.']);
  });

  it('reports a fault of ours, and does not say that somebody is signed in who is not', async () => {
    const reported: unknown[] = [];
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
    const fault = new TypeError('x is not a function');
    const here = device({ leave: () => Promise.reject(fault) });
    expect(await signOut(here.parts)).toBe(false);
    expect(here.told).toEqual([expect.stringMatching(/a fault in Cairn itself.*still signed in/)]);
    const halfway = device({ leave: () => Promise.reject(fault), isOutAfter: true });
    expect(await signOut(halfway.parts)).toBe(true);
    expect(halfway.told).toEqual([expect.stringMatching(/^You are signed out, but/)]);
    expect(reported).toEqual([fault, fault]);
  });

  it('asks again after a copy, and stays when the person says so', async () => {
    const here = device({ unsent: 1, answers: ['copy', 'discard', 'no', 'stay'] });
    expect(await signOut(here.parts)).toBe(false);
    expect([here.copies(), here.left]).toEqual([1, []]);
    const sure = device({ unsent: 1, answers: ['discard', 'yes'] });
    expect(await signOut(sure.parts)).toBe(true);
    expect(sure.left).toEqual(['discard']);
  });

  it('throws nothing away unasked that another tab has written since it was counted', async () => {
    const here = device({ meanwhile: [1], answers: ['stay'] });
    expect(await signOut(here.parts)).toBe(false);
    expect(here.left).toEqual(['none']);
    const gone = device({ meanwhile: [1], answers: ['discard', 'yes'] });
    expect(await signOut(gone.parts)).toBe(true);
    expect(gone.left).toEqual(['none', 'discard']);
  });
});

interface Plan {
  readonly unsent?: number;
  /** What other tabs have written when signing out is tried, try by try. */
  readonly meanwhile?: readonly number[];
  /** What the person chooses, dialog by dialog. */
  readonly answers?: readonly string[];
  readonly leave?: () => Promise<unknown>;
  readonly isOutAfter?: boolean;
}

function device({ unsent = 0, meanwhile = [], answers = [], leave, isOutAfter = false }: Plan) {
  const told: string[] = [];
  const left: string[] = [];
  const rest = [...answers];
  const [later, found] = [[...meanwhile], [...meanwhile]];
  let copies = 0;
  const parts: Parameters<typeof signOut>[0] = {
    client: {
      unsentWork: async () => (left.length === 0 ? unsent : (found.shift() ?? 0)),
      isShared: async () => false,
      exportUnsent: async () => new Blob(),
      signOut: async (how) => {
        await leave?.();
        left.push(how.unsent);
        return (later.shift() ?? 0) === 0;
      },
    },
    isOut: async () => isOutAfter,
    dialogs: {
      alert: async (message) => {
        told.push(message);
      },
      confirm: async () => rest.shift() === 'yes',
      choose: async () => rest.shift(),
    },
    saveCopy: () => {
      copies += 1;
    },
  };
  return { parts, told, left, copies: () => copies };
}
