import { expect, it } from 'vitest';
import { forEachDatabase } from '../../support/for-each-database.ts';
import type { RestClient } from '../../support/rest-client.ts';
import {
  addTask,
  foundTeam,
  freshId,
  hire,
  ok,
  orgStreamOf,
  startTeam,
  type Team,
  userStreamOf,
} from '../support/team.ts';

forEachDatabase('the owner of pulled rows', (open) => {
  it('is the organisation and the person themselves, where others have rows of the same ids', async () => {
    const team = await startTeam(open);
    const there: Team = {
      setup: team.setup,
      ...(await foundTeam(team.app, 'zoe@other.test', 'Other')),
    };
    const id = freshId();
    await addTask(team, team.founder, { id, name: 'Dig' });
    await addTask(there, there.founder, { id, name: 'Sow' });
    const namesOf = async (person: RestClient, stream: string, table: string) => {
      const query = { stream, since: '0' };
      const { changes } = ok(await person.get('sync/pull', { query })).body;
      return changes
        .filter((change: { table: string }) => change.table === table)
        .map(({ row }: { row: { name: string } }) => row.name);
    };
    for (const [{ founder }, name] of [
      [team, 'Dig'],
      [there, 'Sow'],
    ] as const) {
      expect(await namesOf(founder, orgStreamOf(founder), 'tasks')).toEqual([name]);
    }
    const ben = await hire(team, 'ben@field.test');
    const people = [
      [team.founder, 'Hers'],
      [ben, 'His'],
      [there.founder, 'Theirs'],
    ] as const;
    for (const [person, name] of people) ok(await person.post('note-tag/create/', { id, name }));
    for (const [person, name] of people) {
      expect(await namesOf(person, userStreamOf(person), 'note_tags')).toEqual([name]);
    }
  });

  it('another person’s stream is not found, by any call', async () => {
    const team = await startTeam(open);
    const there = await foundTeam(team.app, 'zoe@other.test', 'Other');
    for (const stream of [orgStreamOf(there.founder), userStreamOf(there.founder), 'org:none']) {
      for (const path of ['sync/pull', 'sync/bootstrap', 'sync/check', 'sync/scope/directory']) {
        const query: Readonly<Record<string, string>> =
          path === 'sync/pull' ? { stream, since: '0' } : { stream };
        const { status } = await team.founder.get(path, { query });
        expect(status, `${path} of ${stream}`).toBe(404);
      }
    }
  });

  it('a download contains the people of its own organisation only', async () => {
    const team = await startTeam(open);
    const there = await foundTeam(team.app, 'zoe@other.test', 'Other');
    for (const [{ founder }, mine, theirs] of [
      [team, 'ada@field.test', 'zoe@other.test'],
      [there, 'zoe@other.test', 'ada@field.test'],
    ] as const) {
      const query = { stream: orgStreamOf(founder) };
      const { text } = ok(await founder.get('sync/bootstrap', { query }));
      expect(text).toContain(mine);
      expect(text).not.toContain(theirs);
    }
  });
});
