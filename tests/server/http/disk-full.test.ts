import { Agent, request as httpRequest } from 'node:http';
import { expect, it } from 'vitest';
import type { FileStorage } from '../../../server/files/storage.ts';
import type { Database } from '../../../server/store/database.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { startTestApp } from '../../support/test-app.ts';
import { addRow, bearer, form, putPart } from '../support/files.ts';
import { addTask, foundTeam, freshId, ok } from '../support/team.ts';

const FULL = { status: 507, code: 'storage_full' };

/** An error as Node and the drivers throw it: only its code counts. */
function withCode(code: string): Error {
  return Object.assign(new Error('no space'), { code });
}

/** The bytes of files do not fit; some of them have been read by then. */
const NO_ROOM: FileStorage = {
  write: async (_name, bytes) => {
    for await (const _chunk of bytes) throw withCode('ENOSPC');
    return 0;
  },
  read: () => Promise.reject(withCode('ENOENT')),
  remove: async () => undefined,
  // oxlint-disable-next-line eslint/require-yield -- there is nothing to list
  async *list() {
    return;
  },
};

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: Buffer;
}

/** One call on a kept-alive connection; returns the connection's number. */
function send(agent: Agent, { url, method, headers, payload }: Sent) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    readonly status: number | undefined;
    readonly text: string;
    readonly port: number | undefined;
  }>();
  const sending = httpRequest(url, { agent, method, headers: { ...headers } }, (answer) => {
    const chunks: Buffer[] = [];
    const port = answer.socket.localPort;
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('end', () =>
      resolve({ status: answer.statusCode, text: Buffer.concat(chunks).toString(), port }),
    );
  });
  sending.on('error', reject);
  sending.end(payload);
  return promise;
}

/** The next commit fails on a full disk: PostgreSQL's 53100 (its manual, appendix A), SQLite's own code. */
function fillable(real: Database, state: { code: string | undefined }): Database {
  const commit = async () => {
    const { code } = state;
    state.code = undefined;
    if (code === undefined) return real.writer.commit();
    await real.writer.rollback();
    throw withCode(code);
  };
  const writer = new Proxy(real.writer, {
    get: (target, name) => (name === 'commit' ? commit : Reflect.get(target, name)),
  });
  return { ...real, writer };
}

forEachDatabase('a server with a full disk', (open) => {
  it('reports a full database, and accepts the same call when there is room again', async () => {
    for (const code of ['53100', 'SQLITE_FULL']) {
      const state: { code: string | undefined } = { code: undefined };
      const setup = await startTestApp(fillable(await open(), state));
      const { founder, project } = await foundTeam(setup.app, 'ada@field.test', 'Field Work');
      const card = { id: freshId(), project, name: 'Doing' };
      state.code = code;
      const refused = await founder.post('project-card/create/', card);
      expect(refused.body).toMatchObject(FULL);
      expect(refused.text).toContain('Your work is safe on this device');
      ok(await founder.post('project-card/create/', card));
      await setup.close();
    }
  });

  it('reports a full folder of files', async () => {
    const setup = await startTestApp(await open(), { fileStorage: NO_ROOM });
    const team = await foundTeam(setup.app, 'ada@field.test', 'Field Work');
    const bytes = Buffer.from('Two ropes');
    const file = { id: freshId(), scope: `project:${team.project}`, name: 'list.txt', bytes };
    ok(await addRow(team.founder, file));
    const { status, text } = await putPart(team, team.founder, { id: file.id, n: 0, bytes });
    expect([status, JSON.parse(text)]).toEqual([507, expect.objectContaining(FULL)]);
    await setup.close();
  });

  it('reports it for a form, and serves the next call of its connection', async () => {
    const setup = await startTestApp(await open(), { fileStorage: NO_ROOM });
    const { founder, ...rest } = await foundTeam(setup.app, 'ada@field.test', 'Field Work');
    const task = await addTask({ setup, founder, ...rest }, founder);
    const base = `${await setup.app.fastify.listen({ port: 0, host: '127.0.0.1' })}/rest`;
    const org = `organization_accesskey_id=${founder.orgId ?? ''}`;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const attachment = { name: 'film.bin', bytes: Buffer.alloc(8_000_000, 'cairn') };
    const { payload, headers } = form({ task, comment: 'See', attachment });
    const upload = {
      url: `${base}/comment/create/?${org}`,
      method: 'POST',
      headers: { ...bearer(founder), ...headers, 'content-length': String(payload.length) },
      payload,
    };
    const refused = await send(agent, upload);
    expect([refused.status, JSON.parse(refused.text)]).toEqual([
      507,
      expect.objectContaining(FULL),
    ]);
    const list = {
      url: `${base}/comment/list/?task__id=${task}&${org}`,
      method: 'GET',
      headers: bearer(founder),
    };
    const next = await send(agent, list);
    expect([next.status, next.port]).toEqual([200, refused.port]);
    expect(JSON.parse(next.text).data).toEqual([]);
    agent.destroy();
    await setup.close();
  });
});
