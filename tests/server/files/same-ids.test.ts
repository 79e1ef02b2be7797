import { expect, it } from 'vitest';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { addRow, upload } from '../support/files.ts';
import { rowsOf, startSameIds } from '../support/same-ids.ts';
import { freshId, ok, type Team } from '../support/team.ts';

forEachDatabase('a file with the id of one in another organisation', (open) => {
  it('that is removed takes along only what shows it in its own organisation', async () => {
    const { ours, theirs, task } = await startSameIds(open);
    const [file, another, shown] = [freshId(), freshId(), freshId()];
    const add = async (team: Team, id: string) => {
      const scope = `project:${team.project}`;
      ok(await addRow(team.founder, { id, scope, name: 'a.txt', bytes: Buffer.from('rain') }));
    };
    for (const id of [file, another]) await add(ours, id);
    await add(theirs, file);
    ok(await ours.founder.post('task-file/create/', { id: shown, task, file: another }));
    ok(await theirs.founder.post('task-file/create/', { id: shown, task, file }));
    ok(await ours.founder.delete(`files/${file}/`));
    expect(await rowsOf(ours, 'task_files')).toMatchObject([{ id: shown, file: another }]);
    expect(await rowsOf(theirs, 'task_files')).toMatchObject([{ id: shown, file }]);
    expect(await rowsOf(theirs, 'files')).toMatchObject([{ id: file }]);
  });

  it('need not be an image because the other one is shown as one', async () => {
    const { ours, theirs } = await startSameIds(open);
    const id = freshId();
    const image = { id, scope: 'directory', name: 'a.png', mediaType: 'image/png' };
    ok(await addRow(theirs.founder, { ...image, bytes: Buffer.from('rain') }));
    const path = `api/profile/${theirs.founder.orgUserId ?? ''}/`;
    ok(await theirs.founder.patch(path, { profile_image: id }));
    const file = { id, scope: `project:${ours.project}`, name: 'a.txt' };
    ok(await upload(ours, ours.founder, { ...file, bytes: Buffer.from('rain') }));
  });
});
