import { expect, it } from 'vitest';
import { forEachDatabase } from '../support/for-each-database.ts';
import { hire, join, ok } from '../server/support/team.ts';
import { dataOf, member, teamsOf } from './lists-setup.ts';

forEachDatabase('the specification’s lists of people, workspaces and notes', (open) => {
  const start = teamsOf(open);

  it('notes and tags are listed for their owner alone, filtered by tag', async () => {
    const team = await start();
    const ben = await hire(team, 'ben@field.test');
    const tag = ok(await ben.post('note-tag/create/', { name: 'Field', created_by: 1 })).body.data;
    const other = ok(await ben.post('note-tag/create/', { name: 'Home' })).body.data;
    const made = ok(
      await ben.post('note/create/', { title: 'Gate', note: 'Code 4711', tags: tag.id }),
    );
    expect(made.body).toMatchObject({
      message: 'Note created successfully!',
      data: { title: 'Gate', note: 'Code 4711', tags: tag.id, created_by: Number(ben.orgUserId) },
    });
    ok(await ben.post('note/create/', { title: 'Milk', note: 'Two', tags: other.id }));
    const titles = async (query: Readonly<Record<string, string>>) =>
      (await dataOf(ben, 'note/list/', query)).map((note: { title: string }) => note.title);
    const own = String(ben.orgUserId);
    expect(await titles({ created_by: own, tags: '' })).toHaveLength(2);
    expect(await titles({ created_by: own, tags: tag.id })).toEqual(['Gate']);
    expect(await dataOf(ben, 'note-tag/list/', { created_by: own })).toMatchObject([
      { name: 'Field' },
      { name: 'Home' },
    ]);
    expect(await dataOf(team.founder, 'note/list/', { created_by: own })).toEqual([]);
    expect(await dataOf(team.founder, 'note-tag/list/')).toEqual([]);
    const { id } = made.body.data;
    const edited = ok(await ben.patch(`note/update-destroy/${id}/`, { title: 'Gate code' }));
    expect(edited.body.message).toBe('Note updated successfully!');
    const gone = ok(await ben.delete(`note/update-destroy/${id}/`));
    expect(gone.body).toMatchObject({ message: 'Note deleted successfully!', data: null });
    expect(ok(await ben.delete(`note/update-destroy/${id}/`)).status).toBe(200);
  });

  it('workspace and project lists nest as the navigation reads them, and follow membership', async () => {
    const team = await start();
    const ben = await hire(team, 'ben@field.test');
    expect(await dataOf(ben, 'workspace/list/')).toEqual([]);
    const empty = ok(await ben.get('project/list/'));
    expect(empty.body).toMatchObject({ status: 200, message: 'No Data Found', data: [] });
    await join(team, ben);
    for (const path of ['workspace/list/', 'workspace/get/list/']) {
      expect(await dataOf(ben, path)).toMatchObject([
        {
          id: team.workspace,
          name: 'North',
          organization: Number(ben.orgId),
          workspace_project: [
            {
              id: team.project,
              name: 'Wells',
              status: true,
              workspace: team.workspace,
              team: [
                { organization_user: { id: Number(team.founder.orgUserId) } },
                { organization_user: { id: Number(ben.orgUserId) } },
              ],
            },
          ],
        },
      ]);
    }
    const [project] = await dataOf(ben, 'project/get/list/', {
      workspace__organization_id: String(ben.orgId),
    });
    expect(project.workspace_name).toBe('North');
    const found = ok(await ben.get('project/list/', { query: { slug: project.slug } }));
    expect(found.body).toMatchObject({
      message: 'OK',
      data: [{ id: team.project, project_card: [{ id: team.card }] }],
    });
    expect(await dataOf(ben, 'project/list/', { workspace: team.workspace })).toHaveLength(1);
    const none = ok(await ben.get('project/list/', { query: { slug: 'nothing-000000' } }));
    expect(none.body).toMatchObject({ message: 'No Data Found', data: [] });
    const own = await dataOf(team.founder, 'project-member/get/', {
      organization_user__organization_id: String(ben.orgId),
      organization_user_id: String(ben.orgUserId),
    });
    expect(own).toMatchObject([{ id: member(team, ben), project: { id: team.project } }]);
  });

  it('people have every name field of the specification', async () => {
    const team = await start();
    const ben = await hire(team, 'ben@field.test');
    await join(team, ben);
    const me = await dataOf(ben, 'api/me/');
    expect(me).toMatchObject({ display_name: 'ben', email: 'ben@field.test' });
    const users = ok(await ben.get('users/')).body;
    expect(users).toMatchObject({
      count: 2,
      results: [{ email: 'ada@field.test' }, { id: me.id, email: 'ben@field.test' }],
    });
    expect(await dataOf(team.founder, `api/user-data/${me.id}/`)).toMatchObject({
      id: me.id,
      display_name: 'ben',
    });
    expect(await dataOf(ben, 'organization/list/')).toEqual([
      {
        organization_id: Number(ben.orgId),
        id: Number(ben.orgId),
        name: 'Field Work',
        organization_special_role: false,
        shot_places: false,
      },
    ]);
    const listed = ok(
      await ben.get('organization-user/list/', { query: { organization_id: String(ben.orgId) } }),
    ).body;
    expect(listed.count).toBe(2);
    expect(listed.data[1]).toMatchObject({
      id: Number(ben.orgUserId),
      user_level: 'Member',
      user_role: { name: 'Member', role_level: 'Member', role_category: { name: 'General' } },
    });
    const profile = ok(await ben.get(`organization-user/get/list/${ben.orgUserId}/`)).body;
    expect(profile.profile[0].organization_user.workspace).toMatchObject([
      { id: team.workspace, workspace_project: [{ id: team.project }] },
    ]);
    expect(await dataOf(ben, 'team-member/list/', { project__id: team.project })).toMatchObject([
      { organization_user: { user: { display_name: 'Ada Field' } } },
      { id: member(team, ben), organization_user: { user: { display_name: 'ben' } } },
    ]);
    expect(
      await dataOf(ben, 'team-member/list/', {
        project__id: team.project,
        organization_user_id: String(ben.orgUserId),
      }),
    ).toHaveLength(1);
    expect(await dataOf(ben, 'organization-user-level/list/')).toHaveLength(4);
    for (const path of ['role-level/list/', 'user-role/list/', 'role-category/list/']) {
      expect(ok(await ben.get(path)).body.success).toBe(true);
    }
  });

  const bad: readonly (readonly [string, string, Readonly<Record<string, string>>, number])[] = [
    ['an unknown filter', 'task/list/', { id: 'x', owner: '1' }, 400],
    ['a filter given twice as a list', 'flag/list/?a=1&a=2', {}, 400],
    ['a missing filter', 'project-card/details/lists/', {}, 400],
    ['an empty id', 'task/list/', { id: '' }, 400],
    ['a zone without minutes', 'activity/list/', { from: '2026-01-01T00:00:00+05' }, 400],
    ['the same in the log', 'security-log/list/', { to: '2026-01-01T00:00:00+05' }, 400],
    ['an unknown task', 'task/list/', { id: 'nothing' }, 404],
    ['an unknown project', 'project-card/details/lists/', { project: 'nothing' }, 404],
    ['the team of an unknown project', 'team-member/list/', { project__id: 'nothing' }, 404],
    ['comments of an unknown task', 'comment/list/', { task__id: 'nothing' }, 404],
    ['an unknown person', 'organization-user/get/list/999/', {}, 404],
    ['an unknown user', 'api/user-data/999/', {}, 404],
    ['levels of another organisation', 'role-level/list/', { organization_id: '999' }, 404],
  ];

  it('bad filters are 400 and missing rows 404, with the same error fields', async () => {
    const team = await start();
    for (const [title, path, query, status] of bad) {
      const reply = await team.founder.get(path, { query });
      expect.soft(reply.status, title).toBe(status);
      expect.soft(reply.body, title).toMatchObject({ status, request_id: expect.any(String) });
    }
  });
});
