import { afterEach, expect, it } from 'vitest';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { restClient, signIn } from '../../support/rest-client.ts';
import { foundTeam, freshId, hire, join, ok, startTeam, type Team } from '../support/team.ts';

forEachDatabase('settings of projects, workspaces and profiles', (open) => {
  const running: Team[] = [];
  const start = async () => {
    const team = await startTeam(open);
    running.push(team);
    return team;
  };
  afterEach(async () => {
    for (const { setup } of running.splice(0)) await setup.close();
  });

  it('rename and describe a project; its address stays', async () => {
    const team = await start();
    const path = `project/update-destroy/${team.project}/`;
    const before = ok(await team.founder.get('project/list/')).body.data[0];
    const edited = ok(await team.founder.patch(path, { name: 'Deep wells', description: 'North' }));
    expect(edited.body.data).toMatchObject({
      name: 'Deep wells',
      description: 'North',
      slug: before.slug,
    });
    ok(await team.founder.patch(path, { description: '' }));
    expect(ok(await team.founder.get('project/list/')).body.data[0]).toMatchObject({
      name: 'Deep wells',
      description: '',
    });
  });

  it('archive a project: it leaves the lists, is found by its address, and comes back', async () => {
    const team = await start();
    const path = `project/update-destroy/${team.project}/`;
    const [{ slug }] = ok(await team.founder.get('project/list/')).body.data;
    ok(await team.founder.patch(path, { status: false }));
    expect(ok(await team.founder.get('project/list/')).body.data).toEqual([]);
    expect(ok(await team.founder.get('project/get/list/')).body.data).toEqual([]);
    const found = ok(await team.founder.get('project/list/', { query: { slug } })).body.data[0];
    expect(found).toMatchObject({ status: false });
    ok(await team.founder.patch(path, { status: true }));
    expect(ok(await team.founder.get('project/list/')).body.data).toHaveLength(1);
  });

  it('archive a workspace: it leaves the lists with its projects unchanged', async () => {
    const team = await start();
    const path = `workspace/update-destroy/${team.workspace}/`;
    ok(await team.founder.patch(path, { name: 'South', desc: 'Dry' }));
    ok(await team.founder.patch(path, { status: false }));
    expect(ok(await team.founder.get('workspace/list/')).body.data).toEqual([]);
    expect(ok(await team.founder.get('project/list/')).body.data).toMatchObject([{ status: true }]);
    ok(await team.founder.patch(path, { status: true }));
    expect(ok(await team.founder.get('workspace/list/')).body.data).toMatchObject([
      { name: 'South', desc: 'Dry' },
    ]);
  });

  it('are rejected for other levels, and rows that one may not see are missing', async () => {
    const team = await start();
    const member = await hire(team, 'mia@field.test');
    const projectPath = `project/update-destroy/${team.project}/`;
    const workspacePath = `workspace/update-destroy/${team.workspace}/`;
    await join(team, member);
    for (const body of [{ name: 'Mine' }, { status: false }]) {
      const project = await member.patch(projectPath, body);
      expect([project.status, project.body.code]).toEqual([403, 'forbidden']);
      expect((await member.patch(workspacePath, body)).status).toBe(403);
    }
    const elsewhere = await foundTeam(team.app, 'eve@else.test', 'Elsewhere');
    expect((await elsewhere.founder.patch(projectPath, { name: 'Mine' })).status).toBe(404);
    expect((await elsewhere.founder.patch(workspacePath, { status: false })).status).toBe(404);
    const unknown = `project/update-destroy/${freshId()}/`;
    expect((await team.founder.patch(unknown, { name: 'Nothing' })).status).toBe(404);
    expect((await team.founder.patch(projectPath, { name: '' })).status).toBe(400);
  });

  it('everybody edits their own name and number, and nobody another’s profile', async () => {
    const team = await start();
    const member = await hire(team, 'mia@field.test');
    const own = `api/profile/${member.orgUserId}/`;
    ok(await member.patch(own, { display_name: 'Mia Stone', phone_number: '+44 20 7946 0009' }));
    const people = ok(await team.founder.get('organization-user/list/')).body.data;
    expect(people[1].user).toMatchObject({
      display_name: 'Mia Stone',
      phone_number: '+44 20 7946 0009',
    });
    expect(ok(await member.get('api/me/')).body.data.display_name).toBe('Mia Stone');
    const signed = await signIn(restClient(team.app), 'mia@field.test');
    expect(signed.body.data.user.display_name).toBe('Mia Stone');
    expect((await team.founder.patch(own, { display_name: 'Not Mia' })).status).toBe(404);
    const foreignFile = await member.patch(own, { profile_image: freshId() });
    expect(foreignFile.status).toBe(404);
  });
});
