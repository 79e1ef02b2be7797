import { afterEach, expect, it } from 'vitest';
import { orgStream } from '../../../model/entities/scopes.ts';
import { tasks } from '../../../model/entities/task.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import type { RestClient } from '../../support/rest-client.ts';
import { addTask, deviceOf, hire, join, ok, startTeam, type Team } from '../support/team.ts';

forEachDatabase('the undo of a change of people', (open) => {
  const teams: Team[] = [];
  afterEach(async () => {
    for (const team of teams.splice(0)) await team.setup.close();
  });

  /** Ada has assigned her task to herself and Ben, who has left the project since. */
  const start = async () => {
    const team = await startTeam(open);
    teams.push(team);
    const ben = await hire(team, 'ben@field.test');
    const cleo = await hire(team, 'cleo@field.test', 'Administrator');
    await join(team, ben);
    await join(team, cleo);
    const task = await addTask(team, team.founder);
    const path = `task/update-destroy/${task}/`;
    const member = (person: RestClient) => `${team.project}.${person.orgUserId ?? ''}`;
    const [ada, his] = [member(team.founder), member(ben)];
    ok(await team.founder.patch(path, { assigned_users: [ada, his] }));
    ok(await team.founder.delete(`team-member/update-destroy/${his}/`));
    const assign = (by: RestClient, body: object) => by.patch(path, body);
    const people = async () => {
      const { body } = ok(await team.founder.get('task/list/', { query: { id: task } }));
      const [{ assigned_to, assigned_users }] = body.data;
      return [assigned_to, ...assigned_users].filter(Boolean).map(({ id }: { id: string }) => id);
    };
    return { team, task, cleo, ada, his, assign, people };
  };

  it('restores an assignee who has left the project, for the person who removed them', async () => {
    const { team, ada, his, assign, people } = await start();
    const back = { assigned_users: [ada, his], taken_back: true };
    for (const removal of [
      { assigned_users: [ada] },
      { assigned_to: ada },
      { assigned_to: null },
    ]) {
      ok(await assign(team.founder, removal));
      const anew = await assign(team.founder, { assigned_users: [ada, his] });
      expect(anew.status).toBe(400);
      ok(await assign(team.founder, back));
      expect(await people()).toEqual([ada, his]);
    }
    // Step by step, back to the first of several changes.
    ok(await assign(team.founder, { assigned_to: ada }));
    ok(await assign(team.founder, { assigned_to: null }));
    ok(await assign(team.founder, { assigned_to: ada, taken_back: true }));
    ok(await assign(team.founder, back));
    expect(await people()).toEqual([ada, his]);
  });

  it('restores a collaborator who has left the project, and nobody else’s', async () => {
    const { team, task, cleo, ada, his } = await start();
    const path = `task/update-destroy/${task}/`;
    const collaborate = (by: RestClient, body: object) => by.patch(path, body);
    const names = async () => {
      const { body } = ok(await team.founder.get('task/list/', { query: { id: task } }));
      return body.data[0].collaborators.map(({ id }: { id: string }) => id);
    };
    const both = { collaborators: [ada, his] };
    ok(
      await team.founder.post('team-member/create/', {
        project: team.project,
        organization_user: Number(his.split('.')[1]),
      }),
    );
    ok(await collaborate(team.founder, both));
    ok(await team.founder.delete(`team-member/update-destroy/${his}/`));
    ok(await collaborate(team.founder, { collaborators: [ada] }));
    expect((await collaborate(team.founder, both)).status).toBe(400);
    expect((await collaborate(cleo, { ...both, taken_back: true })).status).toBe(403);
    ok(await collaborate(team.founder, { ...both, taken_back: true }));
    expect(await names()).toEqual([ada, his]);
    const unassigned = await collaborate(team.founder, { taken_back: true });
    expect(unassigned.body).toMatchObject({ code: 'invalid' });
    const stranger = `${team.project}.${(await hire(team, 'dan@field.test')).orgUserId ?? ''}`;
    const theirs = { collaborators: [ada, his, stranger], taken_back: true };
    expect((await collaborate(team.founder, theirs)).body).toMatchObject({ code: 'invalid' });
  });

  it('restores the assignee of a subtask who has left the project', async () => {
    const { team, task, cleo, ada, his } = await start();
    const organization_user = Number(his.split('.')[1]);
    ok(
      await team.founder.post('team-member/create/', { project: team.project, organization_user }),
    );
    const made = await team.founder.post('sub-task/create/', {
      task,
      name: 'Dig',
      is_completed: false,
    });
    const path = `sub-task/update-destroy/${ok(made).body.data.id}/`;
    const assign = (by: RestClient, assigned_to: string | null, taken_back = false) =>
      by.patch(path, { assigned_to, ...(taken_back && { taken_back }) });
    ok(await assign(team.founder, his));
    ok(await team.founder.delete(`team-member/update-destroy/${his}/`));
    for (const to of [null, ada]) {
      ok(await assign(team.founder, to));
      expect((await assign(team.founder, his)).status).toBe(400);
      const back = ok(await assign(team.founder, his, true));
      expect(back.body.data.assigned_to).toBe(his);
    }
    ok(await assign(team.founder, ada));
    expect((await assign(cleo, his, true)).status).toBe(403);
    const stranger = `${team.project}.${(await hire(team, 'dan@field.test')).orgUserId ?? ''}`;
    expect((await assign(team.founder, stranger, true)).body).toMatchObject({ code: 'invalid' });
  });

  it('restores them in one batch of a device as well', async () => {
    const { team, task, ada, his, people } = await start();
    const device = await deviceOf(team.founder);
    const call = { method: 'PATCH', path: `task/update-destroy/${task}/` } as const;
    const answer = await device.push([
      { seq: 1, ...call, body: { assigned_users: [ada] } },
      { seq: 2, ...call, body: { assigned_users: [ada, his], taken_back: true } },
    ]);
    expect(answer.body.verdicts.map(({ status }: { status: number }) => status)).toEqual([
      200, 200,
    ]);
    expect(await people()).toEqual([ada, his]);
  });

  it('restores nobody whom another person has removed, or who never was there', async () => {
    const { team, task, cleo, ada, his, assign, people } = await start();
    const dan = await hire(team, 'dan@field.test');
    const stranger = `${team.project}.${dan.orgUserId ?? ''}`;
    const back = { assigned_users: [ada, his], taken_back: true };
    ok(await assign(team.founder, { assigned_to: ada }));
    const theirs = { assigned_users: [ada, stranger], taken_back: true };
    expect((await assign(team.founder, theirs)).body).toMatchObject({ code: 'invalid' });
    expect((await assign(cleo, back)).status).toBe(403);
    const place = { orgId: String(team.founder.orgId) };
    await team.app.services.writer.write([orgStream(place.orgId)], async (tx) => {
      tx.setAuthor({ orgUserId: String(cleo.orgUserId) });
      const row = await tx.get(tasks, place, task);
      if (row !== undefined) await tx.put(tasks, place, { ...row, assigned_to: null });
    });
    expect((await assign(team.founder, back)).status).toBe(400);
    expect(await people()).toEqual([]);
  });
});
