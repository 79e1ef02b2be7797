import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Actor } from '../../../model/permissions/actor.ts';
import { resetFactors } from '../../../server/auth/factor-reset.ts';
import { endMemberSession } from '../../../server/auth/member-sessions.ts';
import { resendInvite } from '../../../server/invitations/accept-link.ts';
import { originOf } from '../../../server/auth/throttle.ts';
import { openDatabase } from '../../../server/store/open.ts';
import { requireActor } from '../../../server/writer/actor.ts';
import type { RestClient } from '../../support/rest-client.ts';
import { hire, startTeam, type Team } from '../support/team.ts';

let team: Team;
beforeEach(async () => {
  team = await startTeam(() => openDatabase({ memory: true }));
});
afterEach(() => team.setup.close());

it('a person who lost their rights after the call was accepted changes nothing', async () => {
  const former = await formerDirector();
  const { auth } = team.app.services;
  const orgUserId = String(team.founder.orgUserId);
  const caller = { address: '203.0.113.5', device: undefined };
  const refused = { code: 'forbidden' };
  await expect(resendInvite(auth, former, orgUserId)).rejects.toMatchObject(refused);
  await expect(resetFactors(auth, former, { orgUserId, caller })).rejects.toMatchObject(refused);
  const session = { orgUserId, sessionId: 'any', from: originOf(caller) };
  await expect(endMemberSession(auth, former, session)).rejects.toMatchObject(refused);
});

/** A member with the rights that the founder has, as a request that was accepted before they were taken. */
async function formerDirector(): Promise<Actor> {
  const member = await hire(team, 'ben@field.test');
  const rights = await actorOf(team.founder);
  const { orgUserId, userId } = await actorOf(member);
  return { ...rights, orgUserId, userId };
}

async function actorOf({ orgId = '', orgUserId }: RestClient): Promise<Actor> {
  const { database, clock } = team.app.services;
  const { user } = await database.db
    .selectFrom('org_users')
    .select('user')
    .where('id', '=', String(orgUserId))
    .executeTakeFirstOrThrow();
  return database.snapshot((store) =>
    requireActor(store, { orgId, userId: String(user) }, clock.now()),
  );
}
