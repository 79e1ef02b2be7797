import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PART_BYTES } from '../../../model/shared/file-limits.ts';
import { folderStorage } from '../../../server/files/folder-storage.ts';
import { TRASH_MS } from '../../../server/files/sweep.ts';
import type { Database } from '../../../server/store/database.ts';
import { forEachDatabase, type OpenEmpty } from '../../support/for-each-database.ts';
import { signIn } from '../../support/rest-client.ts';
import { startTestApp } from '../../support/test-app.ts';
import {
  addRow,
  bearer,
  digestOf,
  fetchFile,
  partOf,
  putPart,
  sendForm,
} from '../support/files.ts';
import { addTask, foundTeam, freshId, ok, type Team } from '../support/team.ts';

type Loss = 'none' | 'behind' | 'before';

/**
 * A database whose connection breaks at the next COMMIT: right after it (committed without a response) or before it.
 */
function losing(real: Database, state: { loss: Loss }): Database {
  const commit = async () => {
    const { loss } = state;
    state.loss = 'none';
    if (loss === 'before') await real.writer.rollback();
    else await real.writer.commit();
    if (loss !== 'none') throw new Error('Connection terminated unexpectedly');
  };
  // Not copied: its Kysely is available only while a transaction is open.
  const writer = new Proxy(real.writer, {
    get: (target, name) => (name === 'commit' ? commit : Reflect.get(target, name)),
  });
  return { ...real, writer };
}

async function start(open: OpenEmpty) {
  const state: { loss: Loss } = { loss: 'none' };
  const folder = mkdtempSync(join(tmpdir(), 'cairn-unknown-'));
  const database = losing(await open(), state);
  const setup = await startTestApp(database, { fileStorage: folderStorage(folder) });
  // The folder's own clock: the sweep compares the two.
  setup.clock.time = Date.now();
  const team: Team = { setup, ...(await foundTeam(setup.app, 'ada@field.test', 'Field Work')) };
  return {
    team,
    /** The next commit fails. */
    lose: (loss: Loss) => (state.loss = loss),
    objects: () =>
      readdirSync(folder, { recursive: true }).filter((name) => String(name).length > 30).length,
    /** The sweep, when unreferenced objects are old enough to be deleted. */
    sweepLater: async () => {
      setup.clock.time = Date.now() + TRASH_MS + 60_000;
      await setup.app.services.files.sweep();
      // The session has expired meanwhile.
      ok(await signIn(team.founder, 'ada@field.test'));
    },
    end: async () => {
      await setup.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const BYTES = Buffer.alloc(PART_BYTES + 500, 'Two ropes and a lamp\n');

async function beginUpload(team: Team) {
  const id = freshId();
  const scope = `project:${team.project}`;
  ok(await addRow(team.founder, { id, scope, name: 'list.txt', bytes: BYTES }));
  const put = async (n: number) =>
    (await putPart(team, team.founder, { id, n, bytes: partOf(BYTES, n) })).status;
  const complete = () => team.founder.post(`files/${id}/complete/`);
  return { id, put, complete };
}

async function digestServed(team: Team, id: string): Promise<readonly [number, string]> {
  const got = await fetchFile(team, id, bearer(team.founder));
  return [got.status, digestOf(got.bytes)];
}

forEachDatabase('a commit whose answer was lost', (open) => {
  it('[FILE-2.6] a completed upload keeps its bytes, also after the sweep', async () => {
    const { team, lose, sweepLater, end } = await start(open);
    const { id, put, complete } = await beginUpload(team);
    expect([await put(0), await put(1)]).toEqual([200, 200]);
    lose('behind');
    expect((await complete()).status).toBeGreaterThanOrEqual(500);
    // The device asks again, learns that the server has the file, and may delete its own copy.
    expect(ok(await team.founder.get(`files/${id}/parts/`)).body.data.state).toBe('stored');
    expect(await digestServed(team, id)).toEqual([200, digestOf(BYTES)]);
    await sweepLater();
    expect(await digestServed(team, id)).toEqual([200, digestOf(BYTES)]);
    await end();
  });

  it('[FILE-2.6] a stored part keeps its bytes, also after the sweep', async () => {
    const { team, lose, sweepLater, end } = await start(open);
    const { id, put, complete } = await beginUpload(team);
    lose('behind');
    expect(await put(0)).toBeGreaterThanOrEqual(500);
    expect([await put(0), await put(1)]).toEqual([200, 200]);
    await sweepLater();
    ok(await complete());
    expect(await digestServed(team, id)).toEqual([200, digestOf(BYTES)]);
    await end();
  });

  it('[FILE-2.6] the file of a form can be fetched by the address in the replayed response', async () => {
    const { team, lose, objects, end } = await start(open);
    const task = await addTask(team, team.founder);
    const fields = {
      id: freshId(),
      task,
      comment: 'See',
      attachment: { name: 'log.txt', bytes: BYTES },
    };
    const headers = { 'idempotency-key': 'device-1:1' };
    const send = () => sendForm(team, team.founder, { path: 'comment/create/', fields, headers });
    lose('behind');
    expect((await send()).status).toBeGreaterThanOrEqual(500);
    const again = await send();
    expect(again.status).toBe(200);
    const id = String(again.body.data.attachment).split('/').at(-1) ?? '';
    expect(await digestServed(team, id)).toEqual([200, digestOf(BYTES)]);
    expect(objects()).toBe(1);
    await end();
  });

  it('[FILE-2.6] the sweep removes the bytes of a commit that did not happen, and the upload succeeds', async () => {
    const { team, lose, objects, sweepLater, end } = await start(open);
    const { id, put, complete } = await beginUpload(team);
    lose('before');
    expect(await put(0)).toBeGreaterThanOrEqual(500);
    expect(objects()).toBe(1);
    expect([await put(0), await put(1)]).toEqual([200, 200]);
    lose('before');
    expect((await complete()).status).toBeGreaterThanOrEqual(500);
    ok(await complete());
    // Two parts that are no longer needed, and the objects of the two lost commits.
    expect(objects()).toBe(5);
    await sweepLater();
    expect(objects()).toBe(1);
    expect(await digestServed(team, id)).toEqual([200, digestOf(BYTES)]);
    await end();
  });
});
