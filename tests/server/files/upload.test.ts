import { Readable } from 'node:stream';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { PART_BYTES } from '../../../model/shared/file-limits.ts';
import type { FileStorage } from '../../../server/files/storage.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import type { RestClient } from '../../support/rest-client.ts';
import { startTestApp } from '../../support/test-app.ts';
import {
  addRow,
  bearer,
  digestOf,
  fetchFile,
  partOf,
  photo,
  putPart,
  stored,
  upload,
} from '../support/files.ts';
import {
  addTask,
  foundTeam,
  freshId,
  hire,
  join,
  ok,
  pull,
  startTeam,
  type Team,
} from '../support/team.ts';

const TEXT = Buffer.from('Two ropes and a lamp\n'.repeat(10));
/** A little more than two parts. */
const LARGE = Buffer.alloc(2 * PART_BYTES + 5_000, 'cairn ');

function newFile(team: Team, bytes: Buffer, name = 'list.txt') {
  return { id: freshId(), scope: `project:${team.project}`, name, bytes };
}

forEachDatabase('an upload', (open) => {
  it('[FILE-2.2] [FILE-2.5] succeeds with repeated parts in any order, and everybody receives its row', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const member = await hire(team, 'bob@field.test');
    await join(team, member);
    const file = newFile(team, LARGE);
    ok(await addRow(founder, file));
    const before = ok(await pull(member)).body;
    const row = before.changes.find((one: { id: string }) => one.id === file.id)?.row;
    expect(row).toMatchObject({ state: 'uploading', uploaded_by: founder.orgUserId });

    const put = (n: number) => putPart(team, founder, { id: file.id, n, bytes: partOf(LARGE, n) });
    expect((await put(2)).status).toBe(200);
    expect((await put(0)).status).toBe(200);
    expect((await put(0)).status).toBe(200);
    const state = ok(await founder.get(`files/${file.id}/parts/`)).body.data;
    expect(state).toMatchObject({ state: 'uploading', count: 3, parts: [0, 2] });

    const early = await founder.post(`files/${file.id}/complete/`);
    expect([early.status, early.body.details]).toEqual([409, { missing: [1] }]);
    expect((await put(1)).status).toBe(200);
    ok(await founder.post(`files/${file.id}/complete/`));
    // A lost response: the same call again.
    ok(await founder.post(`files/${file.id}/complete/`));
    expect((await put(1)).status).toBe(200);
    // [WRITE-4.5] also its row: the detected type does not count.
    ok(await addRow(founder, file));
    expect((await addRow(founder, { ...file, name: 'Another.bin' })).status).toBe(409);

    const after = ok(await pull(member, before.next)).body.changes;
    expect(after).toMatchObject([{ kind: 'put', table: 'files', row: { state: 'stored' } }]);
    const got = await fetchFile(team, file.id, bearer(member));
    expect(digestOf(got.bytes)).toBe(digestOf(LARGE));
    await team.setup.close();
  });

  it('[FILE-2.3] [FILE-2.7] with another digest loses its parts and succeeds when they are sent again', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const file = newFile(team, LARGE);
    ok(await addRow(founder, file));
    for (const n of [0, 1, 2]) {
      const bytes = n === 1 ? Buffer.alloc(PART_BYTES, 'x') : partOf(LARGE, n);
      await putPart(team, founder, { id: file.id, n, bytes });
    }
    const damaged = await founder.post(`files/${file.id}/complete/`);
    expect([damaged.status, damaged.body.code]).toEqual([409, 'conflict']);
    expect((await founder.get(`files/${file.id}/parts/`)).body.data.parts).toEqual([]);
    for (const n of [0, 1, 2]) {
      await putPart(team, founder, { id: file.id, n, bytes: partOf(LARGE, n) });
    }
    ok(await founder.post(`files/${file.id}/complete/`));
    await team.setup.close();
  });

  it('accepts only parts of the row’s size, from the person who adds the file', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const member = await hire(team, 'bob@field.test');
    await join(team, member);
    const file = newFile(team, LARGE);
    ok(await addRow(founder, file));
    const put = (n: number, bytes: Buffer, person = founder) =>
      putPart(team, person, { id: file.id, n, bytes }).then(({ status }) => status);
    expect(await put(0, Buffer.alloc(10))).toBe(400);
    expect(await put(3, Buffer.alloc(10))).toBe(400);
    expect(await put(2, Buffer.alloc(PART_BYTES))).toBe(400);
    expect(await put(0, partOf(LARGE, 0), member)).toBe(404);
    expect((await member.get(`files/${file.id}/parts/`)).status).toBe(404);
    expect((await member.post(`files/${file.id}/complete/`)).status).toBe(404);
    expect((await member.delete(`files/${file.id}/`)).status).toBe(404);
    await team.setup.close();
  });

  it('beyond the limit of a file or of the organisation is rejected with a message, and leaves no bytes', async () => {
    const setup = await startTestApp(await open(), {
      limits: { files: { fileBytes: 3_000_000, organizationBytes: 2_500_000 } },
    });
    const team = { setup, ...(await foundTeam(setup.app, 'ada@field.test', 'Field Work')) };
    const huge = newFile(team, Buffer.alloc(3_000_001));
    ok(await addRow(team.founder, huge));
    const first = await putPart(team, team.founder, {
      id: huge.id,
      n: 0,
      bytes: partOf(huge.bytes, 0),
    });
    expect([first.status, first.text]).toEqual([413, expect.stringContaining('at most 3 MB')]);

    ok(await upload(team, team.founder, newFile(team, LARGE)));
    const second = newFile(team, Buffer.alloc(PART_BYTES));
    ok(await addRow(team.founder, second));
    const full = await putPart(team, team.founder, { id: second.id, n: 0, bytes: second.bytes });
    expect([full.status, full.text]).toEqual([
      413,
      expect.stringContaining('space for files is full'),
    ]);
    // Space used by one organisation is not taken from another's.
    const others = { setup, ...(await foundTeam(setup.app, 'zoe@other.test', 'Other')) };
    ok(await upload(others, others.founder, newFile(others, LARGE)));
    const [usage] = await usageOf(team);
    expect(usage).toMatchObject({ bytes: LARGE.length });
    await setup.close();
  });

  it.for([
    ['a part is being written', 'part'],
    ['its parts are put together', 'complete'],
  ] as const)('is refused and leaves no bytes when the right goes while %s', async ([, when]) => {
    const kept = memoryStorage();
    const setup = await startTestApp(await open(), { fileStorage: kept.storage });
    const team = { setup, ...(await foundTeam(setup.app, 'ada@field.test', 'Field Work')) };
    for (const [name, revoke] of revocations(team)) {
      const member = await hire(team, `${name}@field.test`);
      await join(team, member);
      const file = newFile(team, TEXT);
      ok(await addRow(member, file));
      const put = () => putPart(team, member, { id: file.id, n: 0, bytes: TEXT });
      if (when === 'complete') expect((await put()).status).toBe(200);
      const before = [...kept.objects.keys()];
      kept.whenWritten(() => revoke(member));
      const reply = when === 'part' ? await put() : await member.post(`files/${file.id}/complete/`);
      expect([name, reply.status]).toEqual([name, name === 'level' ? 403 : 404]);
      expect([...kept.objects.keys()]).toEqual(before);
      const row = await team.app.services.database.db
        .selectFrom('files')
        .select('state')
        .where('id', '=', file.id)
        .executeTakeFirst();
      expect(row?.state).toBe('uploading');
    }
    await setup.close();
  });

  it('[FILE-2.3] of bytes that are no image is rejected where a picture is shown, and only there', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const task = await addTask(team, founder);
    const file = (scope: string) => ({
      id: freshId(),
      scope,
      name: 'well.jpg',
      mediaType: 'image/jpeg',
      bytes: Buffer.from('<!doctype html><script>1</script>'),
    });
    const scope = `project:${team.project}`;
    const picture = file(scope);
    ok(await addRow(founder, picture));
    ok(await founder.patch(`task/update-destroy/${task}/`, { document: picture.id }));
    await putPart(team, founder, { ...picture, n: 0 });
    const refused = await founder.post(`files/${picture.id}/complete/`);
    expect([refused.status, refused.body.message]).toEqual([400, 'This file is not an image']);
    expect(ok(await founder.get(`files/${picture.id}/parts/`)).body.data.parts).toEqual([]);
    const face = await upload(team, founder, file('directory'));
    expect([face.status, face.body.message]).toEqual([400, 'This file is not an image']);
    const attachment = file(scope);
    ok(await addRow(founder, attachment));
    ok(await founder.post('comment/create/', { task, comment: 'See', attachment: attachment.id }));
    await putPart(team, founder, { ...attachment, n: 0 });
    expect(ok(await founder.post(`files/${attachment.id}/complete/`)).body.data.kind).toBe('other');
    // Its bytes are known now, and it is no picture.
    const late = await founder.patch(`task/update-destroy/${task}/`, { document: attachment.id });
    expect([late.status, late.body.message]).toEqual([400, 'Choose an image file']);
    await team.setup.close();
  });

  it('of an impossible size is rejected, and in the organisation scope so are other files than pictures and too many of them', async () => {
    const team = await startTeam(open);
    const reader = await hire(team, 'rae@field.test');
    const levels = ok(await team.founder.get('role-level/list/')).body.data;
    const { id: level } = levels.find((one: { name: string }) => one.name === 'Member');
    const flags = { post_access: false, patch_access: false };
    ok(await team.founder.patch(`role-level/update/${level}/`, flags));
    const row = (person: RestClient, input: object) =>
      person.post('files/create/', {
        id: freshId(),
        scope: 'directory',
        name: 'face.jpg',
        media_type: 'image/jpeg',
        size: 1_000,
        digest: '0'.repeat(64),
        ...input,
      });
    const huge = await row(team.founder, { scope: `project:${team.project}`, size: 1e15 });
    expect([huge.status, huge.body.message]).toEqual([400, 'size is larger than any file may be']);
    const text = await row(reader, { name: 'x.html', media_type: 'text/html' });
    expect([text.status, text.body.message]).toEqual([400, 'Choose an image file']);
    expect((await row(reader, { scope: `project:${team.project}` })).status).toBe(403);
    for (let count = 0; count < 20; count += 1) ok(await row(reader, {}));
    expect((await row(reader, {})).status).toBe(409);
    expect((await row(team.founder, {})).status).toBe(200);
    await team.setup.close();
  });

  it('that is removed leaves nothing that counts', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const file = newFile(team, LARGE);
    ok(await addRow(founder, file));
    await putPart(team, founder, { id: file.id, n: 0, bytes: partOf(LARGE, 0) });
    ok(await founder.delete(`files/${file.id}/`));
    expect(await usageOf(team)).toMatchObject([{ bytes: 0 }]);
    expect((await founder.get(`files/${file.id}/parts/`)).status).toBe(404);
    // Deleting a deleted file succeeds (WRITE-4).
    ok(await founder.delete(`files/${file.id}/`));
    await team.setup.close();
  });

  it('[FILE-2.4] of a photo is encoded anew: upright, without the location, with a thumbnail', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const taken = await photo();
    expect((await sharp(taken).metadata()).exif?.includes('Cairn Test Camera')).toBe(true);
    const id = await stored(team, founder, { name: 'view.jpg', bytes: taken });
    const got = await fetchFile(team, id, bearer(founder));
    expect(got.bytes.includes('Cairn Test Camera')).toBe(false);
    const seen = await sharp(got.bytes).metadata();
    expect(seen).toMatchObject({ format: 'jpeg', width: 40, height: 60 });
    expect([seen.exif, seen.orientation]).toEqual([undefined, undefined]);
    const small = await fetchFile(team, `${id}?size=small`, bearer(founder));
    expect(small.headers['content-type']).toBe('image/webp');
    const list = ok(await pull(founder)).body.changes;
    const row = list.findLast((one: { id: string }) => one.id === id)?.row;
    expect(row).toMatchObject({ kind: 'image', width: 40, height: 60, size: got.bytes.length });
    await team.setup.close();
  });

  it('of an animation stays animated', async () => {
    const team = await startTeam(open);
    const frame = (background: string) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer();
    const frames = await Promise.all([frame('red'), frame('blue')]);
    const bytes = await sharp(frames, { join: { animated: true } })
      .gif({ delay: 100 })
      .toBuffer();
    const id = await stored(team, team.founder, { name: 'wave.gif', bytes });
    const got = await fetchFile(team, id, bearer(team.founder));
    expect((await sharp(got.bytes, { animated: true }).metadata()).pages).toBe(2);
    await team.setup.close();
  });

  it('of a decompression bomb or a damaged image is rejected; the server keeps running', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const background = '#000000';
    const bomb = await sharp({
      create: { width: 10_500, height: 10_500, channels: 3, background },
      limitInputPixels: false,
    })
      .png()
      .toBuffer();
    const large = await upload(team, founder, newFile(team, bomb, 'bomb.png'));
    expect([large.status, large.body.code]).toEqual([413, 'too_large']);
    const torn = (await photo()).subarray(0, 200);
    const damaged = await upload(team, founder, newFile(team, torn, 'torn.jpg'));
    expect([damaged.status, damaged.body.code]).toEqual([400, 'invalid']);
    await stored(team, founder, { name: 'list.txt', bytes: TEXT });
    await team.setup.close();
  });
});

function usageOf(team: Team) {
  return team.app.services.database.db.selectFrom('file_usage').selectAll().execute();
}

/** Ways to lose the right to add a file to a project; the last one applies to everybody of the level. */
function revocations({ founder, project }: Team) {
  const leave = async (person: RestClient) => {
    ok(await founder.delete(`team-member/update-destroy/${project}.${person.orgUserId ?? ''}/`));
  };
  const dismiss = async ({ orgUserId }: RestClient) => {
    ok(await founder.patch(`organization-user/update/${orgUserId ?? ''}/`, { active: false }));
  };
  const demote = async () => {
    const levels = ok(await founder.get('role-level/list/')).body.data;
    const flags = { post_access: false, patch_access: false };
    for (const { id } of levels.slice(1))
      ok(await founder.patch(`role-level/update/${id}/`, flags));
  };
  return [
    ['project', leave],
    ['organisation', dismiss],
    ['level', demote],
  ] as const;
}

/** Objects in memory; after the next write the test runs something else first. */
function memoryStorage() {
  const objects = new Map<string, Buffer>();
  let then: (() => Promise<void>) | undefined;
  const storage: FileStorage = {
    write: async (name, bytes) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of bytes) chunks.push(chunk);
      const all = Buffer.concat(chunks);
      objects.set(name, all);
      const next = then;
      then = undefined;
      await next?.();
      return all.length;
    },
    read: async (name) => Readable.from([objects.get(name) ?? Buffer.alloc(0)]),
    remove: async (name) => {
      objects.delete(name);
    },
    list: async function* list() {
      for (const name of objects.keys()) yield { name, since: 0 };
    },
  };
  return {
    objects,
    storage,
    whenWritten: (next: () => Promise<void>) => {
      then = next;
    },
  };
}
