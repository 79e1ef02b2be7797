import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { part } from '../../../../sync/client/not-saved.ts';
import { accountDb } from '../../../../sync/store/database.ts';
import { shotsOf } from '../../../../sync/store/prepare.ts';
import { keepShot } from '../../../../sync/store/shots.ts';
import { signOut } from '../../../../src/features/sync-status/sign-out.ts';

afterEach(() => vi.unstubAllGlobals());

describe('signing out', () => {
  it('shows a failed load of its code and stays signed in', async () => {
    const here = device({
      leave: () => part(() => Promise.reject(new TypeError('Failed to fetch'))),
    });
    expect(await signOut(here.parts)).toBe(false);
    expect(here.told).toEqual([
      expect.stringMatching(/needs a part of Cairn.*You are still signed in\.$/),
    ]);
  });

  it('shows progress while sending, and signs out when the server has everything', async () => {
    const here = device({ unsent: 2, answers: ['send'], sending: Promise.resolve(true) });
    expect(await signOut(here.parts)).toBe(true);
    expect([here.asked.at(-1), here.left]).toEqual(['Sending 2 changes', ['none']]);
  });

  it('stays signed in, and shows that nothing is lost, when not everything could be sent', async () => {
    const here = device({ unsent: 2, answers: ['send'], sending: Promise.resolve(false) });
    expect(await signOut(here.parts)).toBe(false);
    expect(here.left).toEqual([]);
    expect(here.told).toEqual([
      expect.stringMatching(/^Not everything could be sent\..*signed in/),
    ]);
  });

  it('does not sign out later after a cancelled wait', async () => {
    let arrive: (sent: boolean) => void = () => undefined;
    const sending = new Promise<boolean>((resolve) => {
      arrive = resolve;
    });
    const here = device({ unsent: 1, answers: ['send', 'stay'], sending });
    expect(await signOut(here.parts)).toBe(false);
    arrive(true);
    await sending;
    expect([here.left, here.told]).toEqual([[], []]);
  });

  it('never advises to clear a device that keeps unsent work', async () => {
    vi.stubGlobal('reportError', () => undefined);
    const fault = new TypeError('x is not a function');
    const leave = () => Promise.reject(fault);
    const here = device({ unsent: 1, answers: ['keep'], leave, isOutAfter: true });
    expect(await signOut(here.parts)).toBe(true);
    expect(here.told).toEqual([expect.stringMatching(/stays locked on this device/)]);
    expect(here.told.join()).not.toMatch(/clear/i);
  });

  it('warns about unencrypted work only where it could be read by others', async () => {
    const readable = device({ unsent: 1, answers: ['stay'], isReadable: true });
    await signOut(readable.parts);
    expect(readable.messages).toEqual([expect.stringMatching(/can read your unsent work/)]);
    const encrypted = device({ unsent: 1, answers: ['stay'] });
    await signOut(encrypted.parts);
    expect(encrypted.messages).toEqual([expect.not.stringMatching(/can read/)]);
  });

  it('reports an internal error, and does not claim that a signed-out person is signed in', async () => {
    const reported: unknown[] = [];
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
    const fault = new TypeError('x is not a function');
    const here = device({ leave: () => Promise.reject(fault) });
    expect(await signOut(here.parts)).toBe(false);
    expect(here.told).toEqual([expect.stringMatching(/an error in Cairn.*still signed in/)]);
    const halfway = device({ leave: () => Promise.reject(fault), isOutAfter: true });
    expect(await signOut(halfway.parts)).toBe(true);
    expect(halfway.told).toEqual([expect.stringMatching(/^You are signed out, but/)]);
    expect(reported).toEqual([fault, fault]);
  });

  it('asks again after a copy, and stays signed in after Cancel', async () => {
    const here = device({ unsent: 1, answers: ['copy', 'discard', 'no', 'stay'] });
    expect(await signOut(here.parts)).toBe(false);
    expect([here.copies(), here.left]).toEqual([1, []]);
    const sure = device({ unsent: 1, answers: ['discard', 'yes'] });
    expect(await signOut(sure.parts)).toBe(true);
    expect(sure.left).toEqual(['discard']);
  });

  it('never discards changes of another tab without asking', async () => {
    const here = device({ meanwhile: [1], answers: ['stay'] });
    expect(await signOut(here.parts)).toBe(false);
    expect(here.left).toEqual(['none']);
    const gone = device({ meanwhile: [1], answers: ['discard', 'yes'] });
    expect(await signOut(gone.parts)).toBe(true);
    expect(gone.left).toEqual(['none', 'discard']);
  });

  it('removes photos that are not attached only after a question, and asks nothing where they stay', async () => {
    const content = new File(['Photo'], 'photo.jpg', { type: 'image/jpeg' });
    const withPhoto = async (plan: Plan) => {
      const here = device(plan);
      await keepShot(here.db, { id: 'a', content, at: 1, place: 'task:1' });
      return here;
    };
    const unsure = await withPhoto({ answers: ['stay'] });
    expect(await signOut(unsure.parts)).toBe(false);
    expect(unsure.left).toEqual([]);
    const sure = await withPhoto({ answers: ['out'] });
    expect(await signOut(sure.parts)).toBe(true);
    expect([sure.left, sure.confirmed]).toEqual([['none'], [1]]);
    const keeping = await withPhoto({ unsent: 1, answers: ['keep'] });
    expect(await signOut(keeping.parts)).toBe(true);
    expect([keeping.left, keeping.confirmed]).toEqual([['keep'], [0]]);
  });

  it('shows half-typed texts before they are removed, and offers a copy', async () => {
    const typed = { typed: 1, texts: ['The stones\nare wet'], stored: new Set(['a 1', 'blank 1']) };
    const unsure = device({ typed, answers: ['copy', 'stay'] });
    expect(await signOut(unsure.parts)).toBe(false);
    expect([unsure.left, unsure.copies()]).toEqual([[], 1]);
    expect(unsure.asked.at(-1)).toBe('1 text that you typed has not been sent');
    expect(unsure.messages.at(-1)).toMatch(/^“The stones are wet”\nSigning out removes it/);
    const sure = device({ typed, answers: ['out'] });
    expect(await signOut(sure.parts)).toBe(true);
    expect([sure.left, sure.confirmedDrafts]).toEqual([['none'], [typed.stored]]);
    const several = { typed: 5, texts: ['One', 'Two', 'Three', 'Four'], stored: new Set<string>() };
    const many = device({ typed: several, answers: ['stay'] });
    await signOut(many.parts);
    expect(many.asked).toEqual(['Not everything here has been sent']);
    expect(many.messages.at(-1)).toMatch(/^“One”\n“Two”\n“Three”\nand 2 more\nSigning out/);
    const unreadable = device({
      typed: { typed: 1, texts: [], stored: new Set(['a 1']) },
      answers: ['stay'],
    });
    expect(await signOut(unreadable.parts)).toBe(false);
    const blank = device({ typed: { typed: 0, texts: [], stored: new Set(['a 1']) } });
    expect(await signOut(blank.parts)).toBe(true);
    expect(blank.asked).toEqual([]);
  });
});

interface Plan {
  readonly typed?: Awaited<ReturnType<Parameters<typeof signOut>[0]['client']['draftsHere']>>;
  readonly isReadable?: boolean;
  readonly unsent?: number;
  /** Number of changes written by other tabs during each attempt. */
  readonly meanwhile?: readonly number[];
  /** Choices of the person, dialog by dialog. */
  readonly answers?: readonly string[];
  readonly leave?: () => Promise<unknown>;
  readonly sending?: Promise<boolean>;
  readonly isOutAfter?: boolean;
}

function device(plan: Plan) {
  const { unsent = 0, meanwhile = [], answers = [], leave, isOutAfter = false } = plan;
  const { isReadable = false, typed = { typed: 0, texts: [], stored: new Set<string>() } } = plan;
  const { sending = Promise.resolve(true) } = plan;
  const asked: string[] = [];
  const messages: unknown[] = [];
  const told: string[] = [];
  const left: string[] = [];
  const confirmed: number[] = [];
  const confirmedDrafts: unknown[] = [];
  const rest = [...answers];
  const [later, found] = [[...meanwhile], [...meanwhile]];
  let copies = 0;
  const db = accountDb('account', { indexedDB: new IDBFactory(), IDBKeyRange });
  const parts: Parameters<typeof signOut>[0] = {
    client: {
      shotsHere: () => shotsOf(db),
      draftsHere: async () => typed,
      unsentWork: async () => (left.length === 0 ? unsent : (found.shift() ?? 0)),
      sendUnsent: () => sending,
      isShared: async () => false,
      exportUnsent: async () => ({ file: new Blob(), missing: [] }),
      signOut: async (how) => {
        await leave?.();
        left.push(how.unsent);
        confirmed.push(how.shots ?? 0);
        confirmedDrafts.push(how.drafts);
        return (later.shift() ?? 0) === 0;
      },
    },
    isOut: async () => isOutAfter,
    isReadable: async () => isReadable,
    dialogs: {
      alert: async (message) => {
        told.push(message);
      },
      confirm: async () => rest.shift() === 'yes',
      choose: async ({ title, message, until }) => {
        asked.push(title);
        messages.push(message);
        const answer = rest.shift();
        if (answer === undefined) await until;
        return answer;
      },
    },
    saveCopy: async () => {
      copies += 1;
    },
  };
  return {
    parts,
    db,
    told,
    left,
    confirmed,
    confirmedDrafts,
    asked,
    messages,
    copies: () => copies,
  };
}
