import { readdirSync } from 'node:fs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { folderStorage } from '../../../server/files/folder-storage.ts';
import { forEachDatabase, type OpenEmpty } from '../../support/for-each-database.ts';
import { startTestApp } from '../../support/test-app.ts';
import { addRow, bearer, fetchFile, form, photo, sendForm } from '../support/files.ts';
import {
  addTask,
  foundTeam,
  freshId,
  hire,
  join as joinTeam,
  ok,
  taskBody,
} from '../support/team.ts';

/** A team whose files are in a folder that the test can read. */
async function startWithFolder(open: OpenEmpty) {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-forms-'));
  const setup = await startTestApp(await open(), { fileStorage: folderStorage(folder) });
  const team = { setup, ...(await foundTeam(setup.app, 'ada@field.test', 'Field Work')) };
  return {
    team,
    objects: () =>
      readdirSync(folder, { recursive: true }).filter((name) => String(name).length > 30).length,
    end: async () => {
      await setup.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

forEachDatabase('a form with a file', (open) => {
  it('creates the file with the row that refers to it, on every call of the specification with a file', async () => {
    const { team, end } = await startWithFolder(open);
    const { founder } = team;
    const image = { name: 'C:\\photos\\well.jpg', bytes: await photo() };
    const task = freshId();
    const created = await sendForm(team, founder, {
      path: 'task/create/',
      fields: { ...taskBody(team, founder, { id: task }), document: image },
    });
    expect([created.status, created.text]).toEqual([200, expect.any(String)]);
    const calls = [
      {
        path: `task/update-destroy/${task}/`,
        method: 'PATCH',
        fields: { document: image },
        field: 'document',
      },
      {
        path: 'sub-task/create/',
        fields: { name: 'Lid', task, document: image },
        field: 'document',
      },
      {
        path: 'comment/create/',
        fields: { task, comment: 'See', attachment: { name: 'log.txt', bytes: Buffer.from('ok') } },
        field: 'attachment',
      },
      {
        path: 'project/create/',
        fields: { name: 'Pumps', workspace: team.workspace, background_image: image },
        field: 'background_image',
      },
      { path: 'workspace/create/', fields: { name: 'South', desc: '', image }, field: 'image' },
    ] as const;
    const shown = [created.body.data.document];
    for (const { field, ...call } of calls) {
      const reply = await sendForm(team, founder, call);
      expect([call.path, reply.status, reply.body.message]).toEqual([
        call.path,
        200,
        expect.any(String),
      ]);
      shown.push(reply.body.data[field]);
    }
    const photographed = await sendForm(team, founder, {
      path: `api/profile/${founder.orgUserId}/`,
      method: 'PATCH',
      fields: { profile_image: image },
    });
    shown.push(photographed.body.data.user.profile_image);
    const me = ok(await founder.get('api/me/')).body.data;
    expect(me.profile_image).toBe(photographed.body.data.user.profile_image);
    for (const address of shown) {
      expect(address).toMatch(/^\/rest\/files\/[0-9a-f-]{36}$/);
      const got = await fetchFile(team, String(address).split('/').at(-1) ?? '', bearer(founder));
      expect(got.status).toBe(200);
    }
    const first = await fetchFile(team, String(shown[0]).split('/').at(-1) ?? '', bearer(founder));
    expect(first.headers['content-disposition']).toContain('filename="well.jpg"');
    await end();
  });

  it('leaves no row and no byte behind when it is rejected', async () => {
    const { team, objects, end } = await startWithFolder(open);
    const outsider = await hire(team, 'bob@field.test');
    const member = await hire(team, 'cas@field.test');
    await joinTeam(team, member);
    const task = await addTask(team, team.founder);
    const image = { name: 'well.jpg', bytes: await photo() };
    const attempts = [
      // Another project; not the creator; an unknown task; an invalid field; a damaged image.
      {
        person: outsider,
        path: 'task/create/',
        fields: { ...taskBody(team, outsider), document: image },
      },
      {
        person: member,
        path: `task/update-destroy/${task}/`,
        method: 'PATCH',
        fields: { document: image },
      },
      {
        person: team.founder,
        path: 'comment/create/',
        fields: { task: freshId(), comment: 'x', attachment: image },
      },
      {
        person: team.founder,
        path: 'task/create/',
        fields: { ...taskBody(team, team.founder), document: image, nonsense: '1' },
      },
      {
        person: team.founder,
        path: 'task/create/',
        fields: {
          ...taskBody(team, team.founder),
          document: { name: 'x.jpg', bytes: image.bytes.subarray(0, 150) },
        },
      },
    ] as const;
    for (const { person, ...call } of attempts) {
      const { status, text } = await sendForm(team, person, call);
      expect([call.path, status >= 400 && status < 500, text]).toEqual([call.path, true, text]);
    }
    expect(objects()).toBe(0);
    const rows = await team.app.services.database.db.selectFrom('files').selectAll().execute();
    expect(rows).toEqual([]);
    await end();
  });

  it('accepts only images where a picture is shown, and rejects a file without bytes with a message', async () => {
    const { team, objects, end } = await startWithFolder(open);
    const { founder, project, workspace } = team;
    const task = await addTask(team, founder);
    const page = { name: 'well.jpg', bytes: Buffer.from('<!doctype html><script>1</script>') };
    const program = { name: 'well.png', bytes: Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0') };
    const empty = { name: 'well.jpg', bytes: Buffer.alloc(0) };
    const calls = [
      { path: `task/update-destroy/${task}/`, method: 'PATCH', field: 'document' },
      { path: 'task/create/', method: 'POST', field: 'document', fields: taskBody(team, founder) },
      { path: `api/profile/${founder.orgUserId}/`, method: 'PATCH', field: 'profile_image' },
      { path: `project/update-destroy/${project}/`, method: 'PATCH', field: 'background_image' },
      { path: `workspace/update-destroy/${workspace}/`, method: 'PATCH', field: 'image' },
    ] as const;
    let taken = 0;
    for (const { path, method, field, ...rest } of calls) {
      const send = (file: { readonly name: string; readonly bytes: Buffer }) => {
        const fields = 'fields' in rest ? { ...rest.fields, id: freshId() } : {};
        return sendForm(team, founder, { path, method, fields: { ...fields, [field]: file } });
      };
      for (const file of [page, program]) {
        const refused = await send(file);
        expect([path, refused.status, refused.body.message]).toEqual([
          path,
          400,
          'Choose an image file',
        ]);
      }
      const without = await send(empty);
      expect([without.status, without.body.message]).toEqual([400, `${field} is empty`]);
      expect(objects()).toBe(taken);
      expect((await send({ name: 'well', bytes: await photo() })).status).toBe(200);
      taken = objects();
    }
    // Attachments may be of any type.
    const attached = await sendForm(team, founder, {
      path: 'comment/create/',
      fields: { task, comment: 'See', attachment: page },
    });
    expect(attached.status).toBe(200);
    await end();
  });

  it('sent again under its key is the same file, once', async () => {
    const { team, objects, end } = await startWithFolder(open);
    const bytes = Buffer.from('level 3.2 m');
    const task = await addTask(team, team.founder);
    const send = () =>
      sendForm(team, team.founder, {
        path: 'comment/create/',
        fields: { id: comment, task, comment: 'See', attachment: { name: 'log.txt', bytes } },
        headers: { 'idempotency-key': 'device-1:1' },
      });
    const comment = freshId();
    const first = await send();
    const second = await send();
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.data.attachment).toBe(first.body.data.attachment);
    expect(objects()).toBe(1);
    await end();
  });

  it('clears a document with an empty field of its own, and leaves it with an empty one among others', async () => {
    const { team, end } = await startWithFolder(open);
    const { founder } = team;
    const task = freshId();
    const image = { name: 'well.jpg', bytes: await photo() };
    const path = `task/update-destroy/${task}/`;
    await sendForm(team, founder, {
      path: 'task/create/',
      fields: { ...taskBody(team, founder, { id: task }), document: image },
    });
    const edit = { name: 'Dig deeper', description: '', document: '' };
    const kept = await sendForm(team, founder, { path, method: 'PATCH', fields: edit });
    expect([kept.status, kept.body.data.document]).toEqual([
      200,
      expect.stringContaining('/rest/files/'),
    ]);
    const cleared = await sendForm(team, founder, {
      path,
      method: 'PATCH',
      fields: { document: '' },
    });
    expect([cleared.status, cleared.body.data.document]).toEqual([200, null]);
    await end();
  });

  it('[FILE-1.10] rejects references to another person’s file, or to one that a row of another scope shows', async () => {
    const { team, end } = await startWithFolder(open);
    const { founder } = team;
    const member = await hire(team, 'bob@field.test');
    await joinTeam(team, member);
    const task = await addTask(team, founder);
    const create = {
      width: 4,
      height: 3,
      channels: 3,
      background: { r: 40, g: 90, b: 120 },
    } as const;
    const bytes = await sharp({ create }).png().toBuffer();
    const attachment = { name: 'well.png', bytes };
    const mine = await sendForm(team, founder, {
      path: 'comment/create/',
      fields: { task, comment: 'See', attachment },
    });
    const theirs = {
      id: freshId(),
      task,
      comment: 'Mine now',
      attachment: mine.body.data.attachment,
    };
    expect((await member.post('comment/create/', theirs)).status).toBe(404);
    const other = freshId();
    ok(
      await founder.post('project/create/', {
        id: other,
        name: 'Pumps',
        workspace: team.workspace,
      }),
    );
    const elsewhere = { name: 'Pumps 2', background_image: mine.body.data.attachment };
    expect((await founder.patch(`project/update-destroy/${other}/`, elsewhere)).status).toBe(409);
    await end();
  });

  it('that is truncated inside a file is an unreadable form, and leaves nothing behind', async () => {
    const { team, objects, end } = await startWithFolder(open);
    const { founder } = team;
    const task = await addTask(team, founder);
    const bytes = Buffer.alloc(200_000, 'x');
    const { payload, headers } = form({
      task,
      comment: 'See',
      attachment: { name: 'log.txt', bytes },
    });
    // Within the head by which the type is detected, and after it.
    for (const kept of [payload.length - bytes.length, payload.length - 1_000]) {
      const response = await team.app.fastify.inject({
        method: 'POST',
        url: '/rest/comment/create/',
        query: { organization_accesskey_id: founder.orgId ?? '' },
        headers: { ...bearer(founder), ...headers },
        payload: payload.subarray(0, kept),
      });
      expect([kept, response.statusCode, response.json().message]).toEqual([
        kept,
        400,
        'The form could not be read',
      ]);
    }
    expect(objects()).toBe(0);
    await end();
  });

  it('counts the pictures of a person together with those that were added without a form', async () => {
    const { team, objects, end } = await startWithFolder(open);
    const member = await hire(team, 'ben@field.test');
    const picture = { name: 'me.jpg', bytes: await photo() };
    const send = () =>
      sendForm(team, member, {
        path: `api/profile/${member.orgUserId}/`,
        method: 'PATCH',
        fields: { profile_image: picture },
      });
    const add = () =>
      addRow(member, { ...picture, id: freshId(), scope: 'directory', mediaType: 'image/jpeg' });
    for (let number = 0; number < 19; number += 1) ok(await add());
    expect((await send()).status).toBe(200);
    const kept = objects();
    const refused = await send();
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    expect((await add()).status).toBe(409);
    expect(objects()).toBe(kept);
    // Other clients are not delayed.
    const other = await sendForm(team, team.founder, {
      path: `api/profile/${team.founder.orgUserId}/`,
      method: 'PATCH',
      fields: { profile_image: picture },
    });
    expect(other.status).toBe(200);
    await end();
  });
});
