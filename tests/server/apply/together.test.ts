import { expect, it, vi } from 'vitest';
import type { CommittedVersion } from '../../../server/writer/writer-types.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import type { RestClient } from '../../support/rest-client.ts';
import { waitUntil } from '../../support/wait-until.ts';
import {
  addTask,
  cardCall,
  deviceOf,
  foundTeam,
  freshId,
  hire,
  ok,
  startTeam,
  type Team,
} from '../support/team.ts';

/** Calls sent meanwhile wait and are run in one commit. */
async function inOneCommit<T>({ app }: Team, send: () => readonly Promise<T>[]) {
  const { writer } = app.services;
  const { promise: isFree, resolve: free } = Promise.withResolvers<void>();
  const commits: (readonly CommittedVersion[])[] = [];
  const stop = writer.subscribe(({ versions }) => commits.push(versions));
  const busy = writer.session([], () => isFree);
  const queued = vi.spyOn(writer, 'session');
  const sent = send();
  const { length } = sent;
  await waitUntil('all are there', () => queued.mock.calls.length === length, { withinMs: 5_000 });
  queued.mockRestore();
  free();
  await busy;
  const answers = await Promise.all(sent);
  stop();
  expect(commits.filter((versions) => versions.length > 0)).toHaveLength(1);
  return answers;
}

forEachDatabase('calls of several people in one commit', (open) => {
  it('each response contains rows of the caller’s organisation, although others have rows of the same ids', async () => {
    const team = await startTeam(open);
    const there: Team = {
      setup: team.setup,
      ...(await foundTeam(team.app, 'zoe@other.test', 'Other')),
    };
    const [task, subtask] = [freshId(), freshId()];
    const teams = [
      [team, 'Dig'],
      [there, 'Sow'],
    ] as const;
    for (const [one, name] of teams) {
      await addTask(one, one.founder, { id: task, name });
      await addTask(one, one.founder, { name: 'Another' });
      ok(await one.founder.post('sub-task/create/', { id: subtask, name: `${name} deep`, task }));
    }
    const answers = await inOneCommit(team, () =>
      teams.map(([{ founder }, name]) =>
        founder.patch(`task/update-destroy/${task}/`, { name: `${name} on` }),
      ),
    );
    for (const [index, [{ founder }, name]] of teams.entries()) {
      expect(answers[index]?.body.data).toMatchObject({
        id: task,
        name: `${name} on`,
        order: 0,
        created_by: Number(founder.orgUserId),
        task_subtask: [{ name: `${name} deep` }],
      });
    }
  });

  it('each response contains the caller’s own personal rows', async () => {
    const team = await startTeam(open);
    const people: readonly RestClient[] = [team.founder, await hire(team, 'ben@field.test')];
    const [id, tag] = [freshId(), freshId()];
    for (const person of people) {
      ok(await person.post('note-tag/create/', { id: tag, name: 'Field' }));
      ok(await person.post('note/create/', { id, title: 'x', note: 'y', tags: tag }));
    }
    const answers = await inOneCommit(team, () =>
      people.map((person, index) =>
        person.patch(`note/update-destroy/${id}/`, { title: `Note ${index}` }),
      ),
    );
    expect(answers.map(({ body }) => body.data.title)).toEqual(['Note 0', 'Note 1']);
  });

  it('[WRITE-2.5] each device gets the verdicts of its own calls, and none of another’s queue', async () => {
    const team = await startTeam(open);
    const ben = await hire(team, 'ben@field.test', 'Manager');
    const [hers, his] = [await deviceOf(team.founder), await deviceOf(ben)];
    const thief = await deviceOf(ben, undefined, hers.clientId);
    const fresh = await deviceOf(ben);
    const first = cardCall(team, 1, 'Hers');
    ok(await hers.push([first]));
    ok(await his.push([cardCall(team, 1, 'His')]));
    const answers = await inOneCommit(team, () => [
      hers.push([first, cardCall(team, 2, 'Hers too')]),
      his.push([cardCall(team, 1, 'Another of his')]),
      fresh.push([cardCall(team, 1, 'Fresh')], { ack_through: 0 }),
    ]);
    expect(answers.map(({ body }) => body.verdicts)).toMatchObject([
      [
        { seq: 1, status: 200, replayed: true },
        { seq: 2, status: 200 },
      ],
      [{ seq: 1, status: 422, code: 'key_reused' }],
      [{ seq: 1, status: 200 }],
    ]);
    const [, stolen] = await inOneCommit(team, () => [
      fresh.push([cardCall(team, 2, 'Fresh too')]),
      thief.push([first]),
    ]);
    expect(stolen).toMatchObject({ status: 403, body: { code: 'client_user_mismatch' } });
    expect(JSON.stringify(stolen?.body)).not.toContain('Hers');
  });
});
