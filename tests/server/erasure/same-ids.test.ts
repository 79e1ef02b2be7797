import { expect, it } from 'vitest';
import { eraseOrganizations } from '../../../server/erasure/erase-organizations.ts';
import { erasePeople } from '../../../server/erasure/erase-people.ts';
import { applyRetention } from '../../../server/erasure/retention.ts';
import { runErasure } from '../../../server/erasure/run.ts';
import type { Writer } from '../../../server/writer/writer-types.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { PASSWORD, type RestClient, signIn } from '../../support/rest-client.ts';
import { bearer, fetchFile, upload } from '../support/files.ts';
import { addProject, rowsOf, startSameIds } from '../support/same-ids.ts';
import { addTask, freshId, hire, ok, type Team } from '../support/team.ts';

const DAY_MS = 24 * 60 * 60_000;

async function afterDays({ ours, theirs }: { ours: Team; theirs: Team }, days: number) {
  ours.setup.clock.time += days * DAY_MS;
  ok(await signIn(ours.founder, 'ada@field.test'));
  ok(await signIn(theirs.founder, 'eve@other.test'));
}

/** A message of somebody to the founder. */
async function say(from: RestClient, to: RestClient, id: string): Promise<void> {
  const conversation = `direct:${to.orgUserId ?? ''}:${from.orgUserId ?? ''}`;
  ok(await from.post('message/create/', { id, conversation, message: 'Ropes?' }));
}

async function roleOf({ founder }: Team): Promise<unknown> {
  const roles = ok(await founder.get('user-role/list/')).body.data;
  return roles.find((one: { name: string }) => one.name === 'Member').id;
}

forEachDatabase('an erasure with rows of the same ids in another organisation', (open) => {
  it('of a workspace erases no project that only the other one has in it', async () => {
    const scene = await startSameIds(open);
    const { ours, theirs } = scene;
    const board = { project: freshId(), card: freshId() };
    const elsewhere = freshId();
    ok(await ours.founder.post('workspace/create/', { id: elsewhere, name: 'South', desc: '' }));
    await addProject({ ...ours, workspace: elsewhere }, board);
    ok(await theirs.founder.post('workspace/create/', { id: ours.workspace, name: 'S', desc: '' }));
    await addProject({ ...theirs, workspace: ours.workspace }, board);
    ok(await ours.founder.patch(`workspace/delete/${ours.workspace}/`, { deleted: true }));
    await afterDays(scene, 31);
    const { database, writer } = ours.app.services;
    const failures: unknown[] = [];
    const deps = { database, writer, now: ours.setup.clock.time };
    await runErasure(deps, (error) => failures.push(error));
    expect(failures).toEqual([]);
    expect(await rowsOf(ours, 'projects')).toMatchObject([{ id: board.project }]);
    expect(await rowsOf(theirs, 'projects')).toContainEqual(
      expect.objectContaining({ id: ours.project }),
    );
  });

  it('of a project leaves the other one readable, and its own erasure to be continued', async () => {
    const scene = await startSameIds(open);
    const { ours, theirs, task } = scene;
    const { database, writer } = ours.app.services;
    const erase = (stopping: Writer) =>
      runErasure({ database, writer: stopping, now: ours.setup.clock.time }, () => undefined);
    ok(await ours.founder.patch(`project/delete/${ours.project}/`, { deleted: true }));
    await afterDays(scene, 31);
    await erase(stoppedAfter(ours, 1));
    expect(await rowsOf(ours, 'erasures')).toMatchObject([{ id: ours.project }]);
    // Behind the first write of the erasure nobody reads the project of ours.
    const stream = `org:${theirs.founder.orgId ?? ''}`;
    const scope = encodeURIComponent(`project:${ours.project}`);
    const file = freshId();
    const bytes = Buffer.from('rain');
    const place = { scope: `project:${theirs.project}`, name: 'a.txt' };
    ok(await upload(theirs, theirs.founder, { ...place, id: file, bytes }));
    for (const reply of [
      await theirs.founder.get('task/get/list/'),
      await theirs.founder.get(`sync/scope/${scope}`, { query: { stream } }),
    ]) {
      expect(ok(reply).text).toContain(task);
    }
    expect((await fetchFile(theirs, file, bearer(theirs.founder))).status).toBe(200);
    ok(await theirs.founder.patch(`project/delete/${ours.project}/`, { deleted: true }));
    await afterDays(scene, 31);
    await erase(stoppedAfter(theirs, 1));
    expect(await rowsOf(ours, 'erasures')).toEqual([]);
    expect(await rowsOf(theirs, 'erasures')).toMatchObject([{ id: ours.project }]);
    await erase(writer);
    expect(await rowsOf(theirs, 'tasks')).toEqual([]);
  });

  it('of an organisation leaves the notes of another that are not completed', async () => {
    const scene = await startSameIds(open);
    const { ours, theirs } = scene;
    const plan = (team: Team, name: string) =>
      team.founder.post('organization-erasure/plan/', { name, password: PASSWORD });
    ok(await plan(ours, 'Field Work'));
    ok(await plan(theirs, 'Other Works'));
    ours.setup.clock.time += 31 * DAY_MS;
    const { database, writer, security } = ours.app.services;
    const now = ours.setup.clock.time;
    // The erasure of a project that has begun.
    await writer.separate(async (tx) => {
      const sql = await tx.sql();
      await sql.run(`insert into erasures (org_id, kind, id, up_to) values (?, 'project', ?, 0)`, [
        theirs.founder.orgId ?? '',
        theirs.project,
      ]);
    });
    let completed = 0;
    const stopping: Writer = {
      ...writer,
      separate: (work) =>
        writer.separate(async (tx) => {
          if (completed > 0) throw new Error('Stopped');
          const result = await work(tx);
          const [note] = await (
            await tx.sql()
          ).all('select org_id from erasures where org_id = ?', [ours.founder.orgId ?? '']);
          if (note === undefined) completed += 1;
          return result;
        }),
    };
    await expect(eraseOrganizations({ database, writer: stopping, security, now })).rejects.toThrow(
      'Stopped',
    );
    const notes = (await rowsOf(theirs, 'erasures')).map(({ kind }) => kind);
    expect(notes.toSorted()).toEqual(['organization', 'project']);
    expect(await eraseOrganizations({ database, writer, security, now })).toHaveLength(1);
    expect(await rowsOf(theirs, 'org_users')).toEqual([]);
  });

  it('of a person leaves the invitations and links of the other one', async () => {
    const scene = await startSameIds(open);
    const { ours, theirs } = scene;
    const ben = await hire(ours, 'ben@field.test');
    const [own, other] = [freshId(), freshId()];
    const invite = async (team: Team, id: string, email: string) => {
      const body = { id, email, role: await roleOf(team) };
      expect((await team.founder.post('api/org-user-invite/', body)).status).toBe(201);
    };
    await invite(ours, own, 'cleo@field.test');
    await invite(theirs, own, 'ben@field.test');
    const [{ id: known } = {}] = (await rowsOf(ours, 'invitations')).filter(
      ({ email }) => email === 'ben@field.test',
    );
    await invite(theirs, String(known), 'dora@field.test');
    await invite(theirs, other, 'emil@field.test');
    const path = `organization-user/update/${ben.orgUserId ?? ''}/`;
    ok(await ours.founder.patch(path, { active: false }));
    const organization_user = Number(ben.orgUserId);
    ok(await ours.founder.post('api/erasure/plan/', { organization_user, password: PASSWORD }));
    expect(ok(await theirs.founder.get('api/erasure/list/')).body.data).toEqual([]);
    const links = await rowsOf(theirs, 'invitation_links');
    expect(links).toHaveLength(3);
    ours.setup.clock.time += 31 * DAY_MS;
    const { database, writer, security } = ours.app.services;
    const now = ours.setup.clock.time;
    expect(await erasePeople({ database, writer, security, now })).toBe(1);
    expect(await rowsOf(theirs, 'invitation_links')).toEqual(links);
    expect(await rowsOf(ours, 'invitations')).toMatchObject([
      { id: own, email: 'cleo@field.test' },
    ]);
  });

  it('by a rule of retention reads only rows of its own organisation', async () => {
    const scene = await startSameIds(open);
    const { ours, theirs, task } = scene;
    const complete = ({ founder }: Team, id: string) =>
      founder.patch(`task/update-destroy/${id}/`, { is_completed: true });
    ok(await complete(ours, task));
    ok(await complete(theirs, await addTask(theirs, theirs.founder)));
    const ben = await hire(ours, 'ben@field.test');
    const cleo = await hire({ ...theirs, setup: ours.setup }, 'cleo@other.test');
    const [message, another] = [freshId(), freshId()];
    await say(cleo, theirs.founder, message);
    const path = `organization/retention/${ours.founder.orgId ?? ''}/`;
    const rules = { keep_done_tasks: 6, keep_messages: 6 };
    ok(await ours.founder.patch(path, rules));
    await afterDays(scene, 200);
    ok(await signIn(ben, 'ben@field.test'));
    ok(await theirs.founder.patch(`task/update-destroy/${task}/`, { name: 'Still open' }));
    await say(ben, ours.founder, message);
    await say(ben, ours.founder, another);
    const query = { keep_done_tasks: '6', keep_messages: '6' };
    const preview = ok(await ours.founder.get('organization/retention/preview/', { query }));
    expect(preview.body.data).toMatchObject({ tasks: 1, messages: 0 });
    const { database, writer } = ours.app.services;
    const deps = { database, writer, now: ours.setup.clock.time };
    expect(await applyRetention(deps)).toMatchObject({ tasks: 1, messages: 0 });
    const left = await rowsOf(ours, 'messages');
    expect(left.map(({ text }) => text)).toEqual(['Ropes?', 'Ropes?']);
    expect(await rowsOf(theirs, 'messages')).toMatchObject([{ text: 'Ropes?' }]);
  });
});

/** The writer of the server, which refuses the writes of an organisation after so many. */
function stoppedAfter({ app, founder }: Team, writes: number): Writer {
  const { writer } = app.services;
  let count = 0;
  return {
    ...writer,
    write: (streams, work) => {
      if (streams.includes(`org:${founder.orgId ?? ''}`)) {
        count += 1;
        if (count > writes) return Promise.reject(new Error('Stopped'));
      }
      return writer.write(streams, work);
    },
  };
}
