import { expect, it } from 'vitest';
import { files } from '../../../model/entities/file.ts';
import { GRACE_MS } from '../../../server/files/sweep.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { type RestClient, signIn } from '../../support/rest-client.ts';
import { bearer, digestOf, fetchFile, photo, stored } from '../support/files.ts';
import { addTask, freshId, hire, join, ok, pull, startTeam, type Team } from '../support/team.ts';

forEachDatabase('a drawing on a photo', (open) => {
  it('names its original, and both move with their task', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const ben = await hire(team, 'ben@field.test');
    const task = await addTask(team, founder);
    const original = await stored(team, founder, { name: 'well.jpg', bytes: await photo() });
    const drawing = await draw(founder, team, original);
    expect(await originalOf(founder, drawing)).toBe(original);
    // The original is in no row of the task: the drawing has replaced it.
    ok(await founder.post('comment/create/', { task, comment: 'Here', attachment: drawing }));
    const [project, card] = [freshId(), freshId()];
    const { workspace } = team;
    ok(await founder.post('project/create/', { id: project, name: 'Roads', workspace }));
    ok(await founder.post('project-card/create/', { id: card, project, name: 'Doing' }));
    await join(team, ben, project);
    expect((await fetchFile(team, original, bearer(ben))).status).toBe(404);
    ok(await founder.patch(`task/update-destroy/${task}/`, { project_card: card, order: 0 }));
    expect((await fetchFile(team, original, bearer(ben))).status).toBe(200);
    expect(await originalOf(ben, drawing)).toBe(original);
  });

  it('leaves an original behind that another task of the old project shows', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const ben = await hire(team, 'ben@field.test');
    await join(team, ben);
    const [moved, other] = [await addTask(team, founder), await addTask(team, founder)];
    const original = await stored(team, founder, { name: 'well.jpg', bytes: await photo() });
    ok(await founder.post('task-file/create/', { task: other, file: original }));
    const drawing = await draw(founder, team, original);
    ok(await founder.post('task-file/create/', { task: moved, file: drawing }));
    const [project, card] = [freshId(), freshId()];
    const { workspace } = team;
    ok(await founder.post('project/create/', { id: project, name: 'Roads', workspace }));
    ok(await founder.post('project-card/create/', { id: card, project, name: 'Doing' }));
    ok(await founder.patch(`task/update-destroy/${moved}/`, { project_card: card, order: 0 }));
    expect((await fetchFile(team, original, bearer(ben))).status).toBe(200);
  });

  it('[FILE-1.7] is stored without an original that is missing, no image, or read by others', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const text = await stored(team, founder, { name: 'log.txt', bytes: Buffer.from('rain') });
    const image = await stored(team, founder, { name: 'well.jpg', bytes: await photo() });
    for (const original of [freshId(), text]) {
      expect(await originalOf(founder, await draw(founder, team, original))).toBe(null);
    }
    const elsewhere = freshId();
    const { workspace } = team;
    ok(await founder.post('project/create/', { id: elsewhere, name: 'Roads', workspace }));
    const ben = await hire(team, 'ben@field.test');
    await join(team, ben, elsewhere);
    const foreign = await draw(ben, { ...team, project: elsewhere }, image);
    expect(await originalOf(ben, foreign)).toBe(null);
    const refused = await founder.post('files/create/', {
      ...body(team),
      drawn_on: 'the other one',
    });
    expect(refused.status).toBe(400);
  });

  it('[FILE-1.7] keeps its original as long as it is used itself', async () => {
    const team = await startTeam(open);
    const { founder, setup } = team;
    const task = await addTask(team, founder);
    const original = await stored(team, founder, { name: 'well.jpg', bytes: await photo() });
    const drawing = await draw(founder, team, original);
    ok(await founder.post('task-file/create/', { id: freshId(), task, file: drawing }));
    const loose = await draw(founder, team, original);
    await setup.app.services.files.sweep();
    setup.clock.time += 3 * GRACE_MS;
    expect((await setup.app.services.files.sweep()).orphans).toBe(1);
    ok(await signIn(founder, 'ada@field.test'));
    expect(await originalOf(founder, drawing)).toBe(original);
    expect(await originalOf(founder, original)).toBe(null);
    expect(await originalOf(founder, loose)).toBe(undefined);
  });
});

function body({ project }: Pick<Team, 'project'>) {
  const id = freshId();
  const bytes = Buffer.from(id);
  return {
    id,
    scope: `project:${project}`,
    name: 'well (drawing).jpg',
    media_type: 'image/jpeg',
    size: bytes.length,
    digest: digestOf(bytes),
  };
}

async function draw(person: RestClient, team: Pick<Team, 'project'>, original: string) {
  const sent = body(team);
  ok(await person.post('files/create/', { ...sent, drawn_on: original }));
  return sent.id;
}

/** The original that the row of a file names; undefined without the row. */
async function originalOf(person: RestClient, id: string): Promise<string | null | undefined> {
  const { changes } = ok(await pull(person)).body;
  const row = changes.findLast(
    (one: { table: string; row?: { id: string } }) =>
      one.table === files.table && one.row?.id === id,
  )?.row;
  return row === undefined ? undefined : files.parse(row).drawn_on;
}
