import { afterEach, expect, it } from 'vitest';
import { forEachDatabase } from '../../support/for-each-database.ts';
import type { Reply, RestClient } from '../../support/rest-client.ts';
import { addTask, foundTeam, hire, join, ok, pull, startTeam, type Team } from '../support/team.ts';

forEachDatabase('administration', (open) => {
  const teams: Team[] = [];
  const start = async () => {
    const team = await startTeam(open);
    teams.push(team);
    return team;
  };
  afterEach(async () => {
    for (const team of teams.splice(0)) await team.setup.close();
  });

  it('returns roles, categories and levels with the fields of the specification and `success`', async () => {
    const { founder } = await start();
    const category = await founder.post('role-category/create/', {
      name: 'Rescue',
      short_name: 'RES',
      organization: founder.orgId,
    });
    expect(category.body).toMatchObject({
      status: 200,
      success: true,
      message: 'Category created successfully!',
      data: { name: 'Rescue', short_name: 'RES', organization: Number(founder.orgId) },
    });
    const level = await founder.post('role-level/create/', {
      name: 'Guide',
      organization: founder.orgId,
    });
    expect(level.body.success).toBe(true);
    expect(level.body.data).toMatchObject({
      get_access: true,
      post_access: false,
      patch_access: false,
      delete_access: false,
    });
    const role = await founder.post('user-role/create/', {
      name: 'Lead',
      short_name: 'LD',
      organization: founder.orgId,
      role_category: category.body.data.id,
      level: level.body.data.id,
    });
    expect(role.body).toMatchObject({
      success: true,
      data: { role_category: { name: 'Rescue' }, role_level: 'Guide' },
    });
    const listed = await founder.get('user-role/list/', {
      query: { role_category: category.body.data.id },
    });
    expect(listed.body.data.map((one: { name: string }) => one.name)).toEqual(['Lead']);
    const levels = (await founder.get('role-level/list/')).body.data;
    expect(levels.map((one: { name: string }) => one.name)).toContain('Guide');
  });

  it('stores teams: created, renamed, people added by one and removed by another, deleted', async () => {
    const team = await start();
    const { founder } = team;
    const ben = await hire(team, 'ben@field.test');
    const made = ok(await founder.post('team/create/', { name: 'Ridge', members: [] })).body.data;
    const path = `team/update-destroy/${made.id}/`;
    ok(await founder.patch(path, { add_members: [Number(ben.orgUserId)] }));
    ok(await founder.patch(path, { add_members: [Number(founder.orgUserId)], name: 'North' }));
    ok(await founder.patch(path, { remove_members: [Number(ben.orgUserId)] }));
    const [listed] = (await founder.get('team/list/')).body.data;
    expect(listed).toMatchObject({ name: 'North', members: [{ id: Number(founder.orgUserId) }] });
    expect((await ben.patch(path, { name: 'Mine' })).status).toBe(403);
    expect((await founder.patch(path, { add_members: [999] })).status).toBe(400);
    ok(await founder.delete(path));
    expect((await founder.get('team/list/')).body.data).toEqual([]);
    ok(await founder.patch(`organization-user/update/${ben.orgUserId}/`, { active: false }));
    const members = [Number(founder.orgUserId), Number(ben.orgUserId)];
    ok(await founder.post('team/create/', { id: made.id, name: 'Ridge', members }));
    const [back] = (await founder.get('team/list/')).body.data;
    expect(back).toMatchObject({ id: made.id, name: 'Ridge' });
    expect(back.members.map(({ id }: { readonly id: number }) => id)).toEqual(members);
    const taken = await founder.post('team/create/', { id: made.id, name: 'Other', members: [] });
    expect(taken.status).toBe(409);
    const stranger = await founder.post('team/create/', { name: 'New', members: [999] });
    expect(stranger.body.message).toBe('Choose people of the organisation');
    ok(await founder.patch(path, { remove_members: [Number(ben.orgUserId)] }));
    const left = await founder.patch(path, { add_members: [Number(ben.orgUserId)] });
    expect(left.body.message).toBe('Choose active people of the organisation');
  });

  it('lets nobody raise themselves or others, choose a reserved name or a flag that they do not have', async () => {
    const team = await start();
    const { founder } = team;
    const ids = await namesOf(team);
    const manager = await hire(team, 'max@field.test', 'Manager');
    const coordinator = await hire(team, 'cy@field.test', 'Coordinator');
    const ben = await hire(team, 'ben@field.test');
    const person = (who: RestClient) => `organization-user/update/${who.orgUserId}/`;
    const weak = ok(await founder.post('role-level/create/', { name: 'Weak', post_access: true }))
      .body.data;
    // Level 3 loses delete access: from now on Coordinators cannot grant it.
    ok(await founder.patch(`role-level/update/${ids.level('Level 3')}/`, { delete_access: false }));
    const strong = ok(
      await founder.post('role-level/create/', {
        name: 'Strong',
        post_access: true,
        patch_access: true,
        delete_access: true,
      }),
    ).body.data;
    const attempts: readonly [string, Promise<Reply>][] = [
      ['oneself', manager.patch(person(manager), { user_role: ids.role('Administrator') })],
      ['oneself down', founder.patch(person(founder), { user_role: ids.role('Member') })],
      ['oneself out', founder.patch(person(founder), { active: false })],
      ['above oneself', manager.patch(person(ben), { user_role: ids.role('Administrator') })],
      ['one’s superior', coordinator.patch(person(manager), { user_role: ids.role('Member') })],
      ['one’s superior out', coordinator.patch(person(manager), { active: false })],
      ['one’s superior’s name', coordinator.patch(person(manager), { display_name: 'X' })],
      ['without the right', ben.patch(person(manager), { user_role: ids.role('Member') })],
      [
        'a role above oneself',
        manager.post('user-role/create/', {
          name: 'Boss',
          short_name: 'B',
          role_category: ids.category,
          level: ids.level('Level 1'),
        }),
      ],
      [
        'one’s own role',
        manager.patch(`user-role/update/${ids.role('Manager')}/`, { level: ids.level('Member') }),
      ],
      [
        'Level 1’s role',
        manager.patch(`user-role/update/${ids.role('Administrator')}/`, {
          level: ids.level('Member'),
        }),
      ],
      ['a reserved name', founder.post('role-level/create/', { name: ' level  1 ' })],
      [
        'a reserved name later',
        founder.patch(`role-level/update/${weak.id}/`, { name: 'LEVEL 2' }),
      ],
      [
        'another name for Level 2',
        founder.patch(`role-level/update/${ids.level('Level 2')}/`, { name: 'Second' }),
      ],
      [
        'flags of Level 1',
        founder.patch(`role-level/update/${ids.level('Level 1')}/`, { post_access: false }),
      ],
      [
        'one’s own level',
        manager.patch(`role-level/update/${ids.level('Level 2')}/`, { delete_access: true }),
      ],
      [
        'a flag not held, new',
        coordinator.post('role-level/create/', { name: 'Sly', delete_access: true }),
      ],
      [
        'a flag not held, edited',
        coordinator.patch(`role-level/update/${weak.id}/`, { delete_access: true }),
      ],
      [
        'a flag not held, by a role',
        coordinator.post('user-role/create/', {
          name: 'Sly',
          short_name: 'S',
          role_category: ids.category,
          level: strong.id,
        }),
      ],
      [
        'a flag not held, by an invitation',
        coordinator.post('api/org-user-invite/', {
          email: 'sly@field.test',
          role: ids.role('Administrator'),
        }),
      ],
      [
        'the organisation',
        manager.patch(`organization/update/${founder.orgId}/`, { name: 'Mine' }),
      ],
    ];
    for (const [what, attempt] of attempts) {
      const { status, text } = await attempt;
      expect.soft([what, [400, 403].includes(status)], text).toEqual([what, true]);
    }
    const people = (await founder.get('organization-user/list/')).body.data;
    expect(people.map((one: { user_level: string }) => one.user_level).toSorted()).toEqual([
      'Level 1',
      'Level 2',
      'Level 3',
      'Member',
    ]);
  });

  it('treats roles, categories and people of another organisation as missing', async () => {
    const team = await start();
    const other = { ...(await foundTeam(team.app, 'zoe@other.test', 'Other')), setup: team.setup };
    const ours = await namesOf(team);
    const theirs = await namesOf(other);
    const ben = await hire(team, 'ben@field.test');
    const { founder } = team;
    const eve = await hire(other, 'eve@other.test');
    const replies = [
      await founder.patch(`organization-user/update/${ben.orgUserId}/`, {
        user_role: theirs.role('Member'),
      }),
      await founder.patch(`organization-user/update/${eve.orgUserId}/`, { active: false }),
      await founder.patch(`user-role/update/${theirs.role('Member')}/`, { name: 'Mine' }),
      await founder.patch(`role-level/update/${theirs.level('Member')}/`, { name: 'Mine' }),
      await founder.post('user-role/create/', {
        name: 'X',
        short_name: 'X',
        role_category: theirs.category,
        level: ours.level('Member'),
      }),
      await founder.post('api/org-user-invite/', {
        email: 'x@field.test',
        role: theirs.role('Member'),
      }),
      await founder.patch(`organization/update/${other.founder.orgId}/`, { name: 'Mine' }),
      await founder.post('team/create/', { name: 'X', members: [Number(eve.orgUserId)] }),
    ];
    expect(replies.every(({ status }) => status === 404 || status === 400)).toBe(true);
    expect((await eve.get('api/me/')).status).toBe(200);
  });

  it('of two at Level 1 who demote each other at the same time, one stays', async () => {
    const team = await start();
    const { founder } = team;
    const ids = await namesOf(team);
    const second = await hire(team, 'ona@field.test', 'Administrator');
    const demote = (who: RestClient, whom: RestClient) =>
      who.patch(`organization-user/update/${whom.orgUserId}/`, { user_role: ids.role('Member') });
    const replies = await Promise.all([demote(founder, second), demote(second, founder)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  });

  it('a deactivated person loses access at once, with their sessions, and their rows stay', async () => {
    const team = await start();
    const { founder } = team;
    const ben = await hire(team, 'ben@field.test');
    await join(team, ben);
    const task = await addTask(team, ben);
    ok(await founder.patch(`organization-user/update/${ben.orgUserId}/`, { active: false }));
    expect((await ben.get('api/me/')).status).toBe(401);
    expect((await ben.post('api/session/token/')).status).toBe(401);
    const again = await ben.post('api/user-login/', {
      email: 'ben@field.test',
      password: 'correct horse battery',
    });
    expect(again.body.data.organizations).toEqual([]);
    expect((await pull(founder)).text).toContain(task);
    const person = (await founder.get('organization-user/list/')).body.data.find(
      (one: { id: number }) => one.id === Number(ben.orgUserId),
    );
    expect(person).toMatchObject({ active: false, user: { display_name: 'ben' } });
    const assign = await founder.post('team-member/create/', {
      project: team.project,
      organization_user: Number(ben.orgUserId),
    });
    expect(assign.status).toBe(404);
    ok(await founder.patch(`organization-user/update/${ben.orgUserId}/`, { active: true }));
    const back = await ben.post('api/user-login/', {
      email: 'ben@field.test',
      password: 'correct horse battery',
    });
    expect(back.body.data.organizations).toHaveLength(1);
  });

  it('deactivation ends no session of a person who belongs to another organisation', async () => {
    const team = await start();
    const { founder, app } = team;
    const zoe = (await foundTeam(app, 'zoe@other.test', 'Other')).founder;
    const ids = await namesOf(team);
    ok(
      await founder.post('api/org-user/create/', {
        user: { display_name: 'Zoe', phone_number: '+44 20 7946 0009', email: 'zoe@other.test' },
        user_role: ids.role('Member'),
        role_category: ids.category,
      }),
    );
    const people = (await founder.get('organization-user/list/')).body.data;
    const added = people.find(
      (one: { user: { email: string } }) => one.user.email === 'zoe@other.test',
    );
    ok(await founder.patch(`organization-user/update/${added.id}/`, { active: false }));
    expect((await zoe.get('api/me/')).status).toBe(200);
    expect((await zoe.get('api/me/', { org: founder.orgId ?? '' })).status).toBe(404);
  });

  it('a level without get access reads the organisation scope and no project', async () => {
    const team = await start();
    const { founder } = team;
    const ids = await namesOf(team);
    const ben = await hire(team, 'ben@field.test');
    await join(team, ben);
    expect((await ben.get('project/list/')).text).toContain('Wells');
    ok(await founder.patch(`role-level/update/${ids.level('Member')}/`, { get_access: false }));
    expect((await ben.get('project/list/')).text).not.toContain('Wells');
    const scopes: readonly string[] = (await pull(ben)).body.scopes;
    expect(scopes.filter((scope) => scope.startsWith('project:'))).toEqual([]);
    expect(scopes).toContain('directory');
  });

  it('Level 1 renames the organisation and switches the special-role setting', async () => {
    const { founder } = await start();
    const path = `organization/update/${founder.orgId}/`;
    ok(await founder.patch(path, { name: 'North Face', organization_special_role: true }));
    const me = (await founder.get('api/me/')).body.data.organizations[0];
    expect(me).toMatchObject({
      organization_name: 'North Face',
      organization_special_role: true,
    });
  });
});

/** Ids of the rows that an organisation starts with, by name. */
async function namesOf(team: Pick<Team, 'founder'>) {
  const roles = (await team.founder.get('user-role/list/')).body.data;
  const levels = (await team.founder.get('role-level/list/')).body.data;
  const named = (rows: readonly { id: number; name: string }[], name: string) => {
    const found = rows.find((row) => row.name === name);
    if (found === undefined) throw new Error(`There is no ${name}`);
    return found.id;
  };
  return {
    role: (name: string) => named(roles, name),
    level: (name: string) => named(levels, name),
    category: Number(roles[0].role_category.id),
  };
}
