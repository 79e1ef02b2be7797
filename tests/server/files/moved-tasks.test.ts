import { expect, it } from 'vitest';
import { files } from '../../../model/entities/file.ts';
import { GRACE_MS } from '../../../server/files/sweep.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import type { RestClient } from '../../support/rest-client.ts';
import { addRow, bearer, digestOf, fetchFile, photo, stored } from '../support/files.ts';
import {
  addBoard,
  addTask,
  freshId,
  hire,
  join,
  ok,
  pull,
  startTeam,
  taskBody,
  type Team,
} from '../support/team.ts';

interface Moved {
  readonly id: string;
  /** Its new project, and the card and the person there. */
  readonly project: string;
  readonly card: string;
  readonly subtask: string;
  readonly team: Team;
}

/** The mutations that refer to a file. */
const REFERENCES: readonly (readonly [
  string,
  (person: RestClient, task: Moved, file: string) => ReturnType<RestClient['post']>,
])[] = [
  [
    'a file of the task',
    (person, { id }, file) => person.post('task-file/create/', { task: id, file }),
  ],
  [
    'a comment',
    (person, { id }, attachment) =>
      person.post('comment/create/', { task: id, comment: 'Here', attachment }),
  ],
  [
    'a new subtask',
    (person, { id }, document) =>
      person.post('sub-task/create/', { task: id, name: 'Dig', document }),
  ],
  [
    'the document of a subtask',
    (person, { subtask }, document) =>
      person.patch(`sub-task/update-destroy/${subtask}/`, { document }),
  ],
  [
    'the image of the task',
    (person, { id }, document) => person.patch(`task/update-destroy/${id}/`, { document }),
  ],
  [
    'a new task',
    (person, { team, card, project }, document) =>
      person.post('task/create/', { ...taskBody(team, person, { card, project }), document }),
  ],
  ['a photo of a sign-off [SIGN-3.4]', (person, task, file) => tick(person, task, file)],
];

forEachDatabase('a file that was added before its task was moved', (open) => {
  it.each(REFERENCES)(
    '[FILE-1.10] follows to the new project by %s, and stays there',
    async (_name, refer) => {
      const { team, task, ben } = await startMoved(open);
      const { founder, setup } = team;
      const file = await stored(team, founder, { name: 'well.jpg', bytes: await photo() });
      const before = Number((await pull(founder)).body.head);
      expect((await fetchFile(team, file, bearer(ben))).status).toBe(404);
      ok(await refer(founder, task, file));
      expect((await fetchFile(team, file, bearer(ben))).status).toBe(200);
      expect(await scopeOf(founder, file)).toBe(`project:${task.project}`);
      const { changes } = ok(await pull(founder, before)).body;
      const moved = { kind: 'moved', table: files.table, id: file, to: scopeOfTask(task) };
      expect(changes).toContainEqual(expect.objectContaining(moved));
      setup.clock.time += GRACE_MS + 60_000;
      expect((await setup.app.services.files.sweep()).orphans).toBe(0);
    },
  );

  it('[FILE-1.10] stays in its project when a row refers to it, a removed one too', async () => {
    const { team, task, ben } = await startMoved(open);
    const { founder } = team;
    const other = await addTask(team, founder);
    const bytes = await photo();
    const named = async (name: string) => await stored(team, founder, { name, bytes });
    const [shown, removed, ticked] = [
      await named('a.jpg'),
      await named('b.jpg'),
      await named('c.jpg'),
    ];
    ok(await founder.post('comment/create/', { task: other, comment: 'Here', attachment: shown }));
    const id = freshId();
    ok(await founder.post('task-file/create/', { id, task: other, file: removed }));
    ok(await founder.patch(`task-file/update-destroy/${id}/`, { status: false }));
    ok(await tick(founder, { id: other }, ticked));
    const head = (await pull(founder)).body.head;
    for (const file of [shown, removed, ticked]) {
      for (const [, refer] of REFERENCES) {
        const reply = await refer(founder, task, file);
        expect(reply.status).toBe(409);
        expect(reply.body.message).toBe('This file is already attached in another project');
      }
      expect(await scopeOf(founder, file)).toBe(`project:${team.project}`);
      expect((await fetchFile(team, file, bearer(ben))).status).toBe(404);
    }
    // Nothing of the refused calls has happened.
    expect((await pull(founder)).body.head).toBe(head);
  });

  it('[FILE-1.10] is brought only by the person who added it, to a task that they may write to', async () => {
    const { team, task, ben } = await startMoved(open);
    const { founder } = team;
    const cyd = await hire(team, 'cyd@field.test');
    await join(team, cyd);
    const bytes = Buffer.from('the bytes');
    const [hers, foreign] = [
      await stored(team, cyd, { name: 'a.txt', bytes }),
      await stored(team, founder, { name: 'b.txt', bytes }),
    ];
    const comment = { task: task.id, comment: 'Here' };
    expect((await cyd.post('comment/create/', { ...comment, attachment: hers })).status).toBe(404);
    expect((await ben.post('comment/create/', { ...comment, attachment: foreign })).status).toBe(
      404,
    );
    for (const file of [hers, foreign]) {
      expect(await scopeOf(founder, file)).toBe(`project:${team.project}`);
    }
    await join(team, cyd, task.project);
    ok(await cyd.post('comment/create/', { ...comment, attachment: hers }));
    expect((await fetchFile(team, hers, bearer(ben))).bytes).toEqual(bytes);
  });

  it('[FILE-1.10] takes its original along, but none of another person or that a row still shows', async () => {
    const { team, task, ben } = await startMoved(open);
    const { founder } = team;
    const cyd = await hire(team, 'cyd@field.test');
    await join(team, cyd);
    const bytes = await photo();
    const other = await addTask(team, founder);
    const [own, shown, foreign] = [
      await stored(team, founder, { name: 'own.jpg', bytes }),
      await stored(team, founder, { name: 'shown.jpg', bytes }),
      await stored(team, cyd, { name: 'foreign.jpg', bytes }),
    ];
    ok(await founder.post('task-file/create/', { task: other, file: shown }));
    for (const original of [own, shown, foreign]) {
      const drawing = await draw(founder, team.project, original);
      ok(await founder.post('task-file/create/', { task: task.id, file: drawing }));
      expect(await rowOf(ben, drawing)).toMatchObject({ drawn_on: original });
    }
    expect(await scopeOf(founder, own)).toBe(scopeOfTask(task));
    expect(await scopeOf(founder, shown)).toBe(`project:${team.project}`);
    expect(await scopeOf(founder, foreign)).toBe(`project:${team.project}`);
  });

  it('[FILE-1.7] [FILE-1.10] keeps its drawing when both are sent after the move, one after the other', async () => {
    const { team, task, ben } = await startMoved(open);
    const { founder } = team;
    const original = await stored(team, founder, { name: 'well.jpg', bytes: await photo() });
    // A drawing that no row refers to shows the original to nobody.
    const early = await draw(founder, team.project, original);
    ok(await founder.post('task-file/create/', { task: task.id, file: original }));
    const late = await draw(founder, team.project, original);
    for (const drawing of [early, late]) {
      ok(await founder.post('task-file/create/', { task: task.id, file: drawing }));
      expect(await rowOf(ben, drawing)).toMatchObject({
        drawn_on: original,
        scope: scopeOfTask(task),
      });
    }
  });

  it('[WRITE-4.5] succeeds when it is added again after it has followed', async () => {
    const { team, task } = await startMoved(open);
    const { founder } = team;
    const bytes = Buffer.from('the bytes');
    const id = freshId();
    const sent = { id, scope: `project:${team.project}`, name: 'a.txt', bytes };
    ok(await addRow(founder, sent));
    ok(await founder.post('task-file/create/', { task: task.id, file: id }));
    ok(await addRow(founder, sent));
    expect(await scopeOf(founder, id)).toBe(scopeOfTask(task));
    const different = { ...sent, bytes: Buffer.from('others') };
    expect((await addRow(founder, different)).status).toBe(409);
  });
});

function tick(person: RestClient, { id }: Pick<Moved, 'id'>, file: string) {
  return person.patch(`task/update-destroy/${id}/`, {
    is_completed_employee: true,
    is_completed_emp_answer: { photos: [file] },
  });
}

/** A task of the founder that was moved to another project, and a member of that project alone. */
async function startMoved(open: Parameters<typeof startTeam>[0]) {
  const team = await startTeam(open);
  const { founder } = team;
  const ben = await hire(team, 'ben@field.test');
  const id = await addTask(team, founder);
  const board = await addBoard(team);
  await join(team, ben, board.project);
  const subtask = freshId();
  ok(await founder.post('sub-task/create/', { id: subtask, task: id, name: 'Measure' }));
  ok(await founder.patch(`task/update-destroy/${id}/`, { project_card: board.card, order: 0 }));
  const task: Moved = { id, ...board, subtask, team };
  return { team, task, ben };
}

function scopeOfTask({ project }: Pick<Moved, 'project'>) {
  return `project:${project}`;
}

async function draw(person: RestClient, project: string, original: string): Promise<string> {
  const id = freshId();
  const bytes = Buffer.from(id);
  const sent = { id, scope: `project:${project}`, name: 'drawing.jpg', media_type: 'image/jpeg' };
  const size = { size: bytes.length, digest: digestOf(bytes) };
  ok(await person.post('files/create/', { ...sent, ...size, drawn_on: original }));
  return id;
}

async function scopeOf(person: RestClient, id: string): Promise<string | undefined> {
  return (await rowOf(person, id))?.scope;
}

async function rowOf(person: RestClient, id: string) {
  const { changes } = ok(await pull(person)).body;
  const row = changes.findLast(
    (one: { table: string; row?: { id: string } }) =>
      one.table === files.table && one.row?.id === id,
  )?.row;
  return row === undefined ? undefined : files.parse(row);
}
