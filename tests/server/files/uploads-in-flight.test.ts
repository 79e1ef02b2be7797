import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { folderStorage } from '../../../server/files/folder-storage.ts';
import type { FileStorage } from '../../../server/files/storage.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import type { RestClient } from '../../support/rest-client.ts';
import { startTestApp } from '../../support/test-app.ts';
import { addRow, photo, putPart, sendForm } from '../support/files.ts';
import { foundTeam, freshId, hire, join, ok, taskBody } from '../support/team.ts';

const TEXT = Buffer.from('Two ropes and a lamp\n');

forEachDatabase('uploads at the same time', (open) => {
  const done: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const step of done.splice(0).toReversed()) await step();
  });

  /** A server whose storage answers when the test lets it. */
  async function slowTeam() {
    const folder = mkdtempSync(joinPath(tmpdir(), 'cairn-slow-'));
    done.push(() => rmSync(folder, { recursive: true, force: true }));
    const stored = folderStorage(folder);
    const gate = Promise.withResolvers<undefined>();
    const seen = { reading: 0, writing: 0, isSlow: false };
    const fileStorage: FileStorage = {
      ...stored,
      read: async (name) => {
        seen.reading += 1;
        await gate.promise;
        return stored.read(name);
      },
      write: async (name, bytes) => {
        seen.writing += 1;
        if (seen.isSlow) await gate.promise;
        return stored.write(name, bytes);
      },
    };
    const setup = await startTestApp(await open(), { fileStorage });
    done.push(() => setup.close());
    const team = { setup, ...(await foundTeam(setup.app, 'ada@field.test', 'Field Work')) };
    return { team, seen, release: () => gate.resolve(undefined) };
  }

  it('[FILE-2.8] completions have a bound, beyond which a device waits, and nothing of theirs has happened', async () => {
    const { team, seen, release } = await slowTeam();
    const { founder } = team;
    const member = await hire(team, 'bob@field.test');
    await join(team, member);
    const sent = async (person: RestClient) => {
      const file = { id: freshId(), scope: `project:${team.project}`, name: 'list.txt' };
      ok(await addRow(person, { ...file, bytes: TEXT }));
      await putPart(team, person, { id: file.id, n: 0, bytes: TEXT });
      return () => person.post(`files/${file.id}/complete/`);
    };
    const completions = [];
    for (let n = 0; n < 12; n += 1) completions.push(await sent(founder));
    const other = await sent(member);
    const replies = Promise.all([...completions, other].map((complete) => complete()));
    // Four of one person, and the other person's.
    await expect.poll(() => seen.reading).toBe(5);
    release();
    const answered = await replies;
    const refused = answered.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(8);
    expect(refused[0]).toMatchObject({ status: 429, headers: { 'retry-after': '5' } });
    expect(answered.at(-1)?.status).toBe(200);
    for (const complete of completions) ok(await complete());
  });

  it('files of forms count among them', async () => {
    const { team, seen, release } = await slowTeam();
    const { founder } = team;
    seen.isSlow = true;
    const document = { name: 'shot.jpg', bytes: await photo() };
    const send = () => {
      const fields = { ...taskBody(team, founder), document };
      return sendForm(team, founder, { path: 'task/create/', fields });
    };
    const replies = Promise.all(Array.from({ length: 6 }, () => send()));
    await expect.poll(() => seen.writing).toBe(4);
    release();
    const statuses = (await replies).map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  });
});
