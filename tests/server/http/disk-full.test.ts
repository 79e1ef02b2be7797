import { expect, it } from 'vitest';
import type { FileStorage } from '../../../server/files/storage.ts';
import type { Database } from '../../../server/store/database.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { startTestApp } from '../../support/test-app.ts';
import { addRow, putPart } from '../support/files.ts';
import { foundTeam, freshId, ok } from '../support/team.ts';

const FULL = { status: 507, code: 'storage_full' };

/** An error as Node and the drivers give it: what tells is its code. */
function withCode(code: string): Error {
  return Object.assign(new Error('no space'), { code });
}

/** The next commit finds no room: PostgreSQL's 53100 (its manual, appendix A), SQLite's own. */
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

forEachDatabase('a server without room', (open) => {
  it('says so when its database is full, and takes the same call when there is room again', async () => {
    for (const code of ['53100', 'SQLITE_FULL']) {
      const state: { code: string | undefined } = { code: undefined };
      const world = await startTestApp(fillable(await open(), state));
      const { founder, project } = await foundTeam(world.app, 'ada@field.test', 'Field Work');
      const card = { id: freshId(), project, name: 'Doing' };
      state.code = code;
      const refused = await founder.post('project-card/create/', card);
      expect(refused.body).toMatchObject(FULL);
      expect(refused.text).toContain('Your work is safe on this device');
      ok(await founder.post('project-card/create/', card));
      await world.close();
    }
  });

  it('says so when the folder of its files is full', async () => {
    const isFull = () => Promise.reject(withCode('ENOSPC'));
    const fileStorage: FileStorage = {
      write: isFull,
      read: isFull,
      remove: async () => undefined,
      // oxlint-disable-next-line eslint/require-yield -- there is nothing to list
      async *list() {
        return;
      },
    };
    const world = await startTestApp(await open(), { fileStorage });
    const team = await foundTeam(world.app, 'ada@field.test', 'Field Work');
    const bytes = Buffer.from('Two ropes');
    const file = { id: freshId(), scope: `project:${team.project}`, name: 'list.txt', bytes };
    ok(await addRow(team.founder, file));
    const { status, text } = await putPart(team, team.founder, { id: file.id, n: 0, bytes });
    expect([status, JSON.parse(text)]).toEqual([507, expect.objectContaining(FULL)]);
    await world.close();
  });
});
