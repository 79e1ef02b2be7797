import { expect, it } from 'vitest';
import { UNDO_MS } from '../../../model/entities/define-entity.ts';
import { eraseDeletedTexts } from '../../../server/writer/deleted-texts.ts';
import { migrate } from '../../../server/store/migrate.ts';
import { MIGRATIONS } from '../../../server/store/migrations/registry.ts';
import { openSqliteMemory } from '../../../server/store/sqlite.ts';
import { deletedTexts } from '../../../server/store/migrations/0025-deleted-texts.ts';
import { textOf } from '../../../server/store/sql.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { signIn } from '../../support/rest-client.ts';
import { addRow } from '../support/files.ts';
import {
  addTask,
  deviceOf,
  freshId,
  hire,
  join,
  ok,
  startTeam,
  type Team,
  userStreamOf,
} from '../support/team.ts';

/** The whole activity log, as it is stored. */
async function stored({ app }: Team): Promise<string> {
  const rows = await app.services.database.snapshot((sql) => sql.all('select * from activity'));
  return JSON.stringify(rows);
}

function erase({ app, setup }: Team): Promise<number> {
  const { database, writer } = app.services;
  return eraseDeletedTexts({ database, writer, now: setup.clock.time });
}

/** A comment of a member, edited and deleted; levels 1 to 3 read the activity log. */
async function saidAndDeleted(team: Team) {
  const ben = await hire(team, 'ben@field.test');
  await join(team, ben);
  const task = await addTask(team, team.founder);
  const { id } = ok(await ben.post('comment/create/', { task, comment: 'First secret' })).body.data;
  const path = `comment/update-destroy/${id}/`;
  ok(await ben.patch(path, { comment: 'Second secret' }));
  ok(await ben.patch(path, { deleted: true }));
  const changes = async () => {
    ok(await signIn(team.founder, 'ada@field.test'));
    const all = ok(await team.founder.get('activity/list/', { query: { kind: 'tasks' } }));
    return all.body.data.filter((one: { row: string }) => one.row === id);
  };
  return { ben, path, history: changes };
}

forEachDatabase('the erasure of deleted texts from the activity log', (open) => {
  it('[WRITE-5.2] erases a comment for every reader at once: the fact, the author and the time stay', async () => {
    const team = await startTeam(open);
    const { history: changes } = await saidAndDeleted(team);
    const entries = await changes();
    expect(JSON.stringify(entries)).not.toContain('secret');
    expect(entries).toMatchObject([
      {
        by: { display_name: 'ben' },
        action: 'changed',
        at: '2026-03-02T09:00:00.000Z',
        changes: [{ field: 'deleted', before: false, after: true }],
      },
      { by: { display_name: 'ben' }, action: 'changed' },
      { by: { display_name: 'ben' }, action: 'created' },
    ]);
  });

  it('[WRITE-4.3] is final when the author can no longer undo the deletion', async () => {
    const team = await startTeam(open);
    const { ben, path, history: changes } = await saidAndDeleted(team);
    const undo = { restored: 'First secret', restored_attachment: null, restored_undo: true };
    team.setup.clock.time += UNDO_MS - 1_000;
    expect(await erase(team)).toBe(0);
    ok(await signIn(ben, 'ben@field.test'));
    // This device had not received the edit.
    expect(ok(await ben.patch(path, undo)).body.data.comment).toBe('Second secret');
    expect(JSON.stringify(await changes())).toContain('First secret');
    team.setup.clock.time += 2 * UNDO_MS;
    expect(await erase(team)).toBe(0);

    ok(await signIn(ben, 'ben@field.test'));
    ok(await ben.patch(path, { deleted: true }));
    team.setup.clock.time += UNDO_MS + 1_000;
    expect(await erase(team)).toBe(1);
    expect(await erase(team)).toBe(0);
    expect(await stored(team)).not.toContain('secret');
    expect(await changes()).toHaveLength(5);
    // The device still has the text that it showed.
    ok(await signIn(ben, 'ben@field.test'));
    expect(ok(await ben.patch(path, undo)).body.data.comment).toBe('First secret');
  });

  it('includes a message, a note, a todo and the name of a file at once, for each of their owners', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const ben = await hire(team, 'ben@field.test');
    const sent = { conversation: `direct:${founder.orgUserId}:${ben.orgUserId}` };
    const message = freshId();
    const text = (words: string) => ({ ...sent, id: message, message: words });
    ok(await founder.post('message/create/', text('One secret')));
    ok(await founder.patch(`message/update-destroy/${message}/`, { message: 'Two secret' }));
    ok(await founder.patch(`message/update-destroy/${message}/`, { deleted: true }));
    const [tag, note] = [freshId(), freshId()];
    for (const person of [founder, ben]) {
      ok(await person.post('note-tag/create/', { id: tag, name: 'Field' }));
      const words = person === ben ? 'His own' : 'Her secret';
      ok(await person.post('note/create/', { id: note, title: words, note: words, tags: tag }));
      ok(await person.patch(`note/update-destroy/${note}/`, { title: `${words} on` }));
    }
    ok(await founder.delete(`note/update-destroy/${note}/`));
    const todo = ok(await founder.post('todo-task/create/', { name: 'A secret' })).body.data.id;
    ok(await founder.patch(`todo-task/update-destroy/${todo}/`, { name: 'Another secret' }));
    ok(await founder.delete(`todo-task/update-destroy/${todo}/`));
    const file = freshId();
    const scope = `project:${team.project}`;
    const bytes = Buffer.from('x');
    ok(await addRow(founder, { id: file, scope, name: 'secret.txt', bytes }));
    ok(await founder.delete(`files/${file}/`));
    const all = await stored(team);
    expect(all).not.toContain('secret');
    // Another person's note of the same id is another note.
    expect(all).toContain('His own');
    for (const id of [message, note, todo, file]) expect(all).toContain(id);
  });

  it('includes texts deleted before this rule, by a migration', async () => {
    const team = await startTeam(open);
    const { database, writer } = team.app.services;
    const { path } = await saidAndDeleted(team);
    const comment = path.split('/')[2] ?? '';
    const ada = `user:${team.founder.orgUserId}`;
    const rows = [
      [`org:${team.founder.orgId}`, 90, 'messages', 'm', 'text', '"Old secret"', '""'],
      [ada, 91, 'notes', 'n', 'title', '"Old secret"', '"Another secret"'],
      [ada, 92, 'notes', 'n', '*', '{"title":"Old secret"}', null],
      [ada, 93, 'notes', 'n', 'title', '"Made anew"', '"Kept"'],
      [ada, 94, 'notes', 'there', 'title', '"Still there"', '"Kept"'],
      [`org:${team.founder.orgId}`, 95, 'teams', 't', '*', '{"name":"Night shift"}', null],
    ] as const;
    await writer.session([], async ({ sql }) => {
      for (const [stream, v, table, row, field, before, after] of rows) {
        await sql.run(
          `insert into activity (org_id, stream, v, tbl, row_id, field, org_user, at, claimed_at, old, new)
           values (?, ?, ?, ?, ?, ?, '1', 1, null, ?, ?)`,
          [team.founder.orgId ?? '', stream, v, table, row, field, before, after],
        );
      }
      await sql.run(
        `insert into messages (org_id, id, scope, v, seq, author, text, attachment, edited, deleted, created_at)
         values (?, 'm', 'direct:1:2', 90, 1, '1', '', null, 0, 1, '2026-03-02T09:00:00Z')`,
        [team.founder.orgId ?? ''],
      );
      await sql.run("delete from migrations where name = '0025-deleted-texts'");
    });
    expect(await stored(team)).toContain('Second secret');
    await migrate(database);
    const all = await stored(team);
    expect(all).not.toContain('secret');
    for (const kept of ['Made anew', 'Still there', 'Night shift', comment]) {
      expect(all).toContain(kept);
    }
  });

  it('finds each row by its key in that migration, however long the log is', async () => {
    // Small tables show nothing about PostgreSQL's plans: it has other ways to join.
    const database = openSqliteMemory();
    const place = MIGRATIONS.indexOf(deletedTexts);
    await migrate(database, MIGRATIONS.slice(0, place));
    const statements: string[] = [];
    await deletedTexts.up({
      kind: database.kind,
      all: () => Promise.reject(new Error('This step reads nothing')),
      createTable: () => Promise.reject(new Error('This step makes no table')),
      run: async (text) => statements.push(text),
    });
    expect(statements).toHaveLength(5);
    for (const statement of statements) {
      const steps = await database.snapshot((sql) => sql.all(`explain query plan ${statement}`));
      const details = steps.map((step) => textOf(step, 'detail'));
      const scans = details.filter((detail) => detail.startsWith('SCAN'));
      expect(scans).toEqual(['SCAN activity']);
    }
    await database.close();
  });

  it('keeps texts that are written under the same id later, also in the same batch', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const id = freshId();
    const tag = freshId();
    ok(await founder.post('note-tag/create/', { id: tag, name: 'Field' }));
    const note = (title: string) => ({ id, title, note: 'Words', tags: tag });
    ok(await founder.post('note/create/', note('Her secret')));
    const path = `note/update-destroy/${id}/`;
    const device = await deviceOf(founder, userStreamOf(founder));
    const answer = await device.push([
      { seq: 1, method: 'DELETE', path, body: {} },
      { seq: 2, method: 'POST', path: 'note/create/', body: note('Made anew') },
      { seq: 3, method: 'PATCH', path, body: { title: 'Edited' } },
    ]);
    expect(answer.body.verdicts.map((one: { status: number }) => one.status)).toEqual([
      200, 200, 200,
    ]);
    const all = await stored(team);
    expect(all).not.toContain('secret');
    expect(all).toContain('Made anew');
    expect(all).toContain('Edited');
  });
});
