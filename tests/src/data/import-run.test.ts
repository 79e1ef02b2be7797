import { describe, expect, it } from 'vitest';
import { cardCreate } from '../../../model/mutations/card-create.ts';
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
  it('goes on when the screen that began it is gone, and shows the next one how far it is', async () => {
    const device = new FakeDevice();
    const run = importRun(device.ports);
    const leave = run.subscribe(() => undefined);
    const ended = run.start(async () => work(250, 1));
    await device.step();
    expect(run.current()).toMatchObject({ phase: 'running', total: 250 });
    leave();
    expect(run.isShown()).toBe(false);
    device.runFreely();
    expect(await ended).toMatchObject({ phase: 'done', taken: 251, project: ID });
    expect(run.current()).toMatchObject({ phase: 'done', taken: 251 });
    run.forget();
    expect(run.current()).toEqual({ phase: 'idle' });
  });

  it('is begun once, however often somebody clicks', async () => {
    const device = new FakeDevice();
    const run = importRun(device.ports);
    const first = run.start(async () => work(1));
    expect(run.current()).toEqual({ phase: 'preparing' });
    const second = run.start(async () => work(1));
    device.runFreely();
    expect(await second).toBeUndefined();
    expect(await first).toMatchObject({ taken: 1 });
    expect(device.taken).toBe(1);
  });

  it('ends where it is stopped, without archiving anything', async () => {
    const device = new FakeDevice();
    const run = importRun(device.ports);
    const ended = run.start(async () => work(250, 1));
    await device.step();
    run.stop();
    device.runFreely();
    expect(await ended).toMatchObject({ phase: 'stopped', taken: 100 });
  });

  it('archives what an earlier one has left over, also when nothing else is new', async () => {
    const device = new FakeDevice();
    device.runFreely();
    const end = await importRun(device.ports).start(async () => work(0, 1));
    expect(end).toMatchObject({ phase: 'done', taken: 1 });
  });

  it('writes nothing more once the person has signed out, and says nothing of it', async () => {
    const device = new FakeDevice();
    const run = importRun(device.ports);
    const ended = run.start(async () => work(250, 1));
    await device.step();
    device.isSignedOut = true;
    device.runFreely();
    expect(await ended).toBeUndefined();
    expect(run.current()).toEqual({ phase: 'idle' });
    expect(device.taken).toBe(100);
  });
});

/** Takes everything in, one transaction after the other as the test lets it. */
class FakeDevice {
  taken = 0;
  isSignedOut = false;
  readonly #begun = Promise.withResolvers<undefined>();
  readonly #free = Promise.withResolvers<undefined>();
  readonly ports: Parameters<typeof importRun>[0] = {
    account: {
      takeIn: async (groups) => {
        this.#begun.resolve(undefined);
        await this.#free.promise;
        this.taken += groups.length;
        return groups.map(() => 'taken' as const);
      },
      wake: () => undefined,
    },
    isSignedOut: () => this.isSignedOut,
  };

  /** Until the first transaction has begun. */
  async step(): Promise<void> {
    await this.#begun.promise;
  }

  runFreely(): void {
    this.#free.resolve(undefined);
  }
}
