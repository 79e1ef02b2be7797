import { afterEach, describe, expect, it, vi } from 'vitest';
import { cardCreate } from '../../../model/mutations/card/card-create.ts';
import { CairnError, refuse } from '../../../model/shared/errors.ts';
import { importRun, type ImportWork } from '../../../src/data/import-run.ts';

const ID = '01890000-0000-7000-8000-000000000001';

function work(groups: number, endings = 0): ImportWork {
  const card = cardCreate.prepare({ id: ID, project: ID, name: 'Next', rank: 'V' });
  return {
    project: ID,
    groups: Array.from({ length: groups }, () => [card]),
    endings: Array.from({ length: endings }, () => [card]),
  };
}

describe('a running import', () => {
  it('continues when its screen unmounts, and reports progress to the next screen', async () => {
    const device = new FakeDevice();
    const run = importRun(device.ports);
    const leave = run.subscribe(() => undefined);
    const ended = run.start(async () => work(250, 1));
    await device.step();
    expect(run.current()).toMatchObject({ phase: 'running', total: 250 });
    leave();
    expect(run.isShown()).toBe(false);
    device.runFreely();
    expect(await ended).toMatchObject({ phase: 'done', imported: 251, project: ID });
    expect(run.current()).toMatchObject({ phase: 'done', imported: 251 });
    run.forget();
    expect(run.current()).toEqual({ phase: 'idle' });
  });

  it('starts once for repeated clicks', async () => {
    const device = new FakeDevice();
    const run = importRun(device.ports);
    const first = run.start(async () => work(1));
    expect(run.current()).toEqual({ phase: 'preparing' });
    const second = run.start(async () => work(1));
    device.runFreely();
    expect(await second).toBeUndefined();
    expect(await first).toMatchObject({ imported: 1 });
    expect(device.written).toBe(1);
  });

  it('stops without archiving anything', async () => {
    const device = new FakeDevice();
    const run = importRun(device.ports);
    const ended = run.start(async () => work(250, 1));
    await device.step();
    run.stop();
    device.runFreely();
    expect(await ended).toMatchObject({ phase: 'stopped', imported: 100 });
  });

  it('archives columns left by an interrupted import, even when nothing else is new', async () => {
    const device = new FakeDevice();
    device.runFreely();
    const end = await importRun(device.ports).start(async () => work(0, 1));
    expect(end).toMatchObject({ phase: 'done', imported: 1 });
  });

  it('writes and reports nothing after a sign-out', async () => {
    const device = new FakeDevice();
    const run = importRun(device.ports);
    const ended = run.start(async () => work(250, 1));
    await device.step();
    device.isSignedOut = true;
    device.runFreely();
    expect(await ended).toBeUndefined();
    expect(run.current()).toEqual({ phase: 'idle' });
    expect(device.written).toBe(100);
  });
});

describe('a failed import', () => {
  afterEach(() => vi.unstubAllGlobals());

  const takeOver = new CairnError(refuse('schema_too_old', 'A newer version has written over'));
  it.each([
    ['a full device', new DOMException('', 'QuotaExceededError'), 'full', 0],
    ['a store that would not write', new DOMException('', 'UnknownError'), 'browser', 0],
    ['a fault of ours', new TypeError('x is not a function'), 'fault', 1],
    ['a newer version', takeOver, refuse('schema_too_old', 'A newer version has written over'), 0],
  ])('reports that it was %s, and keeps the written rows', async (_what, thrown, why, faults) => {
    const reported: unknown[] = [];
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
    const device = new FakeDevice();
    device.runFreely();
    device.failsAfter = { groups: 100, error: thrown };
    const run = importRun(device.ports);
    const end = await run.start(async () => work(250));
    expect(end).toMatchObject({ phase: 'failed', why, imported: 100, project: ID });
    expect(run.current()).toEqual(end);
    // An internal error is always reported, not only shown.
    if (faults === 1) expect(reported).toEqual([thrown]);
  });

  it('reports a failed plan, and can be started again', async () => {
    vi.stubGlobal('reportError', () => undefined);
    const device = new FakeDevice();
    device.runFreely();
    const run = importRun(device.ports);
    const end = await run.start(() => Promise.reject(new DOMException('', 'DatabaseClosedError')));
    expect(end).toMatchObject({ phase: 'failed', why: 'browser', imported: 0 });
    expect(await run.start(async () => work(1))).toMatchObject({ phase: 'done', imported: 1 });
  });
});

/** Device that accepts each transaction when the test releases it. */
class FakeDevice {
  written = 0;
  isSignedOut = false;
  failsAfter: { readonly groups: number; readonly error: unknown } | undefined;
  readonly #begun = Promise.withResolvers<undefined>();
  readonly #free = Promise.withResolvers<undefined>();
  readonly ports: Parameters<typeof importRun>[0] = {
    account: {
      importGroups: async (groups) => {
        this.#begun.resolve(undefined);
        await this.#free.promise;
        if (this.failsAfter !== undefined && this.written >= this.failsAfter.groups) {
          throw this.failsAfter.error;
        }
        this.written += groups.length;
        return groups.map(() => 'written' as const);
      },
      wake: () => undefined,
    },
    isSignedOut: () => this.isSignedOut,
  };

  /** Resolves when the first transaction has begun. */
  async step(): Promise<void> {
    await this.#begun.promise;
  }

  runFreely(): void {
    this.#free.resolve(undefined);
  }
}
