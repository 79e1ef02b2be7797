import { strFromU8, unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileAdd } from '../../../model/mutations/file/file-add.ts';
import { todoCreate } from '../../../model/mutations/todo/todo-create.ts';
import { attachFiles } from '../../../sync/store/attach-file.ts';
import { exportApi } from '../../../sync/worker/export-api.ts';
import { uniqueNames } from '../../../sync/store/zip-writer.ts';
import { addTask, hire } from '../../server/support/team.ts';
import type { Device } from '../support/device.ts';
import { setUp, type Setup } from '../support/setup.ts';

describe('an archive of everything the person may read', () => {
  let setup: Setup;
  beforeEach(async () => {
    setup = await setUp();
  });
  afterEach(() => setup.end());

  it('is made offline with unsent rows and files, and lists what is missing', async () => {
    const { team } = setup;
    await addTask(team, team.founder, { name: '=cmd|calc' });
    const here = setup.device();
    await here.sync();
    const scope = `project:${team.project}`;
    const content = new Blob(['a photo']);
    const name = '../../plan.txt';
    const id = here.newId();
    const files = [{ id, content, name, scope }];
    await attachFiles({ ...(await here.actions()), db: here.db, files });
    await here.mutate(todoCreate, {
      id: here.newId(),
      name: 'Written offline',
      rank: 'V',
      status: false,
    });
    const elsewhere = {
      id: here.newId(),
      scope,
      name: 'far.txt',
      media_type: 'text/plain',
      size: 3,
    };
    await here.mutate(fileAdd, { ...elsewhere, digest: 'a'.repeat(64) });

    const { entries, result } = await archive(here);
    expect(JSON.parse(entries['json/tasks.json'] ?? '')).toMatchObject([{ name: '=cmd|calc' }]);
    expect(entries['json/tasks.json']).not.toContain('"lane"');
    expect(entries['tasks.csv']).toContain(`"'=cmd|calc"`);
    expect(JSON.parse(entries['json/todos.json'] ?? '')).toMatchObject([
      { name: 'Written offline' },
    ]);
    expect(entries['unsent.json']).toBe('What waits');
    expect(entries['files/_.._plan.txt']).toBe('a photo');
    expect(result.leftOut.map(({ what }) => what)).toEqual(['far.txt']);
    expect(JSON.parse(entries['manifest.json'] ?? '').left_out).toHaveLength(1);
    expect(JSON.parse(entries['manifest.json'] ?? '').organizations[0].rows.tasks).toBe(1);
  });

  it('contains only rows that the person may read', async () => {
    const { team } = setup;
    await addTask(team, team.founder, { name: 'Not for Cy' });
    const here = setup.device(await hire(team, 'cy@field.test'));
    await here.sync();
    const { entries } = await archive(here);
    expect(Object.values(entries).join('\n')).not.toContain('Not for Cy');
  });

  it('gives every file a unique name without a path', () => {
    const name = uniqueNames();
    expect(
      ['a.txt', 'A.txt', '../../etc/passwd', '..', 'nul.txt', 'x\u202Egnp.exe'].map(name),
    ).toEqual(['a.txt', 'A (2).txt', '_.._etc_passwd', 'file', '_nul.txt', 'x_gnp.exe']);
  });
});

async function archive({ db, record }: Device) {
  const api = exportApi(() => db);
  const result = await api.make(
    {
      accounts: [record],
      fromServer: false,
      at: '2026-03-02T09:00:00.000Z',
      person: 'Ada',
      deletedPerson: 'Gelöschte Person {number}',
      unsent: new Blob(['What waits']),
      missing: [],
    },
    () => undefined,
  );
  const files = unzipSync(new Uint8Array(await result.archive.arrayBuffer()));
  const entries = Object.fromEntries(
    Object.entries(files).map(([path, bytes]) => [path, strFromU8(bytes)]),
  );
  return { entries, result };
}
