import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cards } from '../../../model/entities/card.ts';
import { notes } from '../../../model/entities/note.ts';
import { cardCreate } from '../../../model/mutations/card-create.ts';
import { cardRename } from '../../../model/mutations/card-rename.ts';
import { noteCreate } from '../../../model/mutations/note-create.ts';
import { noteTagCreate } from '../../../model/mutations/note-tag-create.ts';
import type { PushRequest } from '../../../model/protocol/messages.ts';
import { newEpoch, pruneTombstones } from '../../../server/apply/maintenance.ts';
import type { App } from '../../../server/http/app.ts';
import { openDatabase } from '../../../server/store/open.ts';
import type { Database } from '../../../server/store/database.ts';
import { checkReplica } from '../../../sync/engine/check.ts';
import { readStream } from '../../../sync/engine/context.ts';
import { enterEpoch } from '../../../sync/engine/epoch.ts';
import { push } from '../../../sync/engine/push.ts';
import { rows } from '../../../sync/store/database.ts';
import { notices } from '../../../sync/store/facts.ts';
import { foundTeam, ok, orgStreamOf, type Team, userStreamOf } from '../../server/support/team.ts';
import { copyData } from '../../simulation/data-folder.ts';
import { startTestApp } from '../../support/test-app.ts';
import { createDevice, type Device } from '../support/device.ts';
import { NETWORK } from '../support/setup.ts';

describe('a server with another history', () => {
  let root: string;
  let served: string;
  let app: App;
  let team: Omit<Team, 'world'>;
  let device: Device;
  const open: (() => Promise<void>)[] = [];

  async function serve(folder: string): Promise<void> {
    served = folder;
    const database: Database = await openDatabase({ dataDir: folder });
    const test = await startTestApp(database);
    app = test.app;
    open.push(async () => {
      await test.close();
      await database.close();
    });
  }

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'cairn-epoch-'));
    await serve(mkdtempSync(join(root, 'a')));
    team = await foundTeam(app, 'ada@field.test', 'Field Work');
    device = createDevice(() => app, team.founder);
    await device.sync();
  });
  afterEach(async () => {
    device.close();
    for (const close of open.splice(0)) await close();
    rmSync(root, { recursive: true, force: true });
  });

  /** Goes back to what `folder` holds, with new epochs. */
  async function restore(folder: string): Promise<void> {
    await serve(folder);
    for (const stream of [orgStreamOf(team.founder), userStreamOf(team.founder)]) {
      await newEpoch(app.services.writer, stream, (count) => new Uint8Array(randomBytes(count)));
    }
  }

  function backup(): string {
    const folder = mkdtempSync(join(root, 'b'));
    copyData(served, folder);
    return folder;
  }

  it('[EPOCH-1] what a restored server does not have is sent again, in both streams, and the person is told', async () => {
    await device.mutate(cardRename, { id: team.card, name: 'Before' });
    await device.sync();
    const kept = backup();
    const later = device.newId();
    const tag = device.newId();
    const note = device.newId();
    await device.mutate(cardCreate, { id: later, project: team.project, name: 'Later', rank: 'W' });
    await device.mutate(noteTagCreate, { id: tag, name: 'Ideas' });
    await device.mutate(noteCreate, { id: note, title: 'Rope', note: 'Buy', tags: tag });
    await device.sync();
    await device.mutate(cardRename, { id: team.card, name: 'After' });
    await device.sync();
    await device.sync();
    expect(await device.db.outbox.count()).toBe(0);

    await restore(kept);
    await device.sync();
    await device.sync();
    const other = createDevice(() => app, team.founder);
    await other.sync();
    expect((await rows(other.db, cards).get(later))?.name).toBe('Later');
    expect((await rows(other.db, cards).get(team.card))?.name).toBe('After');
    expect((await rows(other.db, notes).get(note))?.title).toBe('Rope');
    expect(await rows(device.db, cards).toArray()).toEqual(await rows(other.db, cards).toArray());
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
    expect((await notices(device.db)).map(({ kind }) => kind)).toContain('restored');
    other.close();
  });

  it('[EPOCH-1] rows the restored server does not have go, without the screen being emptied', async () => {
    const kept = backup();
    const foreign = device.newId();
    ok(
      await team.founder.post('project-card/create/', {
        id: foreign,
        project: team.project,
        name: 'Theirs',
      }),
    );
    await device.sync();
    expect(await rows(device.db, cards).count()).toBe(2);
    await restore(kept);
    let least = Infinity;
    device.wire.answered = async () => {
      least = Math.min(least, await rows(device.db, cards).count());
    };
    await device.sync();
    expect(least).toBeGreaterThan(0);
    expect(await rows(device.db, cards).get(foreign)).toBeUndefined();
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[EPOCH-1] nothing is sent while a stream of the account has not been asked for its epoch', async () => {
    const user = userStreamOf(team.founder);
    const { store } = device.ports;
    await device.mutate(cardRename, { id: team.card, name: 'Waits' });
    await store.write([], async (tx) => {
      const state = await tx.stream(user);
      if (state !== undefined) await tx.putStream({ ...state, suspect: true });
    });
    device.wire.instead = {
      pull: ({ stream }) => (stream === user ? NETWORK : undefined),
    };
    await device.sync();
    expect(device.wire.calls.includes('push')).toBe(false);
    device.wire.instead = {};
    await device.sync();
    expect(await device.db.outbox.count()).toBe(0);
  });

  it('[EPOCH-2] a device that was away too long loads anew, keeping what it has not sent', async () => {
    const stream = orgStreamOf(team.founder);
    const gone = device.newId();
    const late = device.newId();
    ok(
      await team.founder.post('project-card/create/', {
        id: gone,
        project: team.project,
        name: 'Old',
      }),
    );
    await device.sync();
    await device.mutate(cardCreate, { id: late, project: team.project, name: 'Mine', rank: 'W' });
    for (let index = 0; index < 3; index += 1) {
      ok(
        await team.founder.patch(`project-card/update-destroy/${team.card}/`, {
          name: `N ${index}`,
        }),
      );
    }
    const { head } = await headOf(stream);
    await pruneTombstones(app.services.writer, stream, head);
    await device.sync();
    expect(device.wire.calls.filter((name) => name === 'bootstrap')).toHaveLength(3);
    expect((await rows(device.db, cards).get(late))?.name).toBe('Mine');
    expect((await rows(device.db, cards).get(team.card))?.name).toBe('N 2');
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[WRITE-3] [EPOCH-1] a batch that waited for a new session is not sent when another tab has learned of a restored server', async () => {
    await device.mutate(cardRename, { id: team.card, name: 'Mine' });
    const stream = orgStreamOf(team.founder);
    const { transport } = device.ports;
    const pushes: string[] = [];
    const ports = {
      ...device.ports,
      transport: {
        ...transport,
        push: async (request: PushRequest) => {
          pushes.push(request.epoch);
          return pushes.length === 1 ? SIGNED_OUT : transport.push(request);
        },
        refresh: async () => {
          await enterEpoch(device.context, stream);
          return { ok: true as const, value: undefined };
        },
      },
    };
    const size = { current: 200, most: 200 };
    const until = device.clock.time + 1_000;
    await push(
      { ...device.context, ports },
      { stream, size, until, reached: async () => undefined, busy: () => undefined },
    );
    expect(pushes).toHaveLength(1);
    expect((await device.db.outbox.toArray()).map(({ state }) => state)).toEqual(['queued']);
    await device.sync();
    expect((await rows(device.db, cards).get(team.card))?.name).toBe('Mine');
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[PULL-6] a first download that breaks off keeps what is whole and gets the rest as new scopes', async () => {
    const fresh = createDevice(() => app, team.founder);
    const real = fresh.ports.transport.bootstrap;
    const context = {
      ...fresh.context,
      ports: {
        ...fresh.ports,
        transport: {
          ...fresh.ports.transport,
          bootstrap: async (query: Parameters<typeof real>[0]) => {
            const reply = await real(query);
            return reply.ok ? { ok: true as const, value: cutAfter(reply.value, 2) } : reply;
          },
        },
      },
    };
    const { round } = await import('../../../sync/engine/round.ts');
    await round(context, {
      reached: () => Promise.resolve(),
      busy: () => undefined,
      behind: new Set([orgStreamOf(team.founder), userStreamOf(team.founder)]),
      size: { current: 200, most: 200 },
      until: fresh.clock.time + 1000,
      live: () => false,
      first: true,
    });
    const state = await readStream(fresh.context, orgStreamOf(team.founder));
    expect(state.download).toBeUndefined();
    await fresh.sync();
    expect(await checkReplica(fresh.context)).toEqual({ ok: true, value: [] });
    fresh.close();
  });

  async function headOf(stream: string): Promise<{ readonly head: number }> {
    const reply = await team.founder.get('sync/pull', {
      query: { stream, since: '0', limit: '1' },
    });
    return { head: reply.body.head };
  }
});

const SIGNED_OUT = {
  ok: false,
  failure: {
    kind: 'refused',
    status: 401,
    code: 'unauthenticated',
    message: 'Sign in again',
    details: {},
  },
} as const;

async function* cutAfter<T extends { kind: string }>(
  lines: AsyncIterable<T>,
  scopes: number,
): AsyncGenerator<T> {
  const { BrokenStream } = await import('../../../sync/engine/ports.ts');
  let seen = 0;
  for await (const line of lines) {
    yield line;
    if (line.kind === 'scope') seen += 1;
    if (seen >= scopes) throw new BrokenStream('cut');
  }
}
