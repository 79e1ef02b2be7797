import { roleCategories } from '../../model/entities/role-category.ts';
import { roleLevels } from '../../model/entities/role-level.ts';
import { roles } from '../../model/entities/role.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { accountOf } from '../auth/accounts.ts';
import { confirmAddress } from '../auth/email-address.ts';
import { membershipsOf } from '../auth/memberships.ts';
import { signIn } from '../auth/sign-in.ts';
import { signUp } from '../auth/sign-up.ts';
import type { Services } from '../http/services.ts';
import { acceptInvite } from '../invitations/accept-link.ts';
import type { Envelope } from '../mail/sender.ts';
import { rowsOf } from '../present/read-rows.ts';
import { loadActor } from '../writer/actor.ts';
import type { Call } from './call.ts';
import {
  DEMO_CATEGORIES,
  DEMO_PASSWORD,
  DEMO_PEOPLE,
  DEMO_ROLES,
  DEMO_TEAMS,
  type DemoPerson,
} from './people.ts';

/** Dependencies of filling: a running server's services, a clock to set, and the sent mails. */
export interface DemoDeps {
  readonly services: Services;
  readonly clock: { time: number };
  readonly mails: readonly Envelope[];
  /** The organisation's name, and the domain of its people's addresses. */
  readonly organization: string;
  readonly domain: string;
}

/** An added person with their rights. */
export interface Player {
  readonly person: DemoPerson;
  readonly actor: Actor;
}

/** The founder signs up and names the roles; everybody else is added, and chooses the password through their mail. */
export async function gatherPeople(deps: DemoDeps, call: Call): Promise<readonly Player[]> {
  const founder = await found(deps);
  const admin = founder.actor;
  const placed = await nameRoles(deps, admin, call);
  const players: Player[] = [founder];
  for (const [index, person] of DEMO_PEOPLE.slice(1).entries()) {
    const email = addressOf(deps, person);
    await call(admin, {
      method: 'POST',
      path: 'api/org-user/create/',
      body: {
        user: { display_name: person.name, phone_number: person.phone, email },
        ...placed.get(person.role),
      },
    });
    await join(deps, email, index + 1);
    players.push({ person, actor: await actorOf(deps, admin.orgId, person) });
  }
  const ids = new Map(players.map(({ person, actor }) => [person.email, actor.orgUserId]));
  for (const [name, members] of DEMO_TEAMS) {
    const body = { name, members: members.map((email) => ids.get(email)) };
    await call(admin, { method: 'POST', path: 'team/create/', body });
  }
  return players;
}

export function addressOf({ domain }: Pick<DemoDeps, 'domain'>, person: DemoPerson): string {
  return `${person.email}@${domain}`;
}

async function found(deps: DemoDeps): Promise<Player> {
  const { auth, mailer } = deps.services;
  const [person] = DEMO_PEOPLE;
  if (person === undefined) throw new Error('There is nobody');
  const email = addressOf(deps, person);
  await signUp(
    auth,
    {
      display_name: person.name,
      email,
      phone_number: person.phone,
      organization: { name: deps.organization },
      password: DEMO_PASSWORD,
    },
    callerOf(0),
  );
  const actor = await actorOf(deps, await newestOrganization(deps, person), person);
  await mailer.settle();
  const mail = deps.mails.findLast(({ to }) => to === email);
  const token = /token=([\w-]+)/.exec(mail?.link ?? '')?.[1];
  const self = { userId: actor.userId, sessionId: '' };
  if (token !== undefined) await confirmAddress(auth, self, token);
  return { person, actor };
}

/** What adding a person says about their role. */
interface Placed {
  readonly user_role: string;
  readonly role_category: string;
}

/**
 * Gives the organisation its categories and roles. The four roles of a new organisation are renamed, one of each level,
 * and stay in its one category. Returns the roles by their names.
 */
async function nameRoles(
  { services }: DemoDeps,
  admin: Actor,
  call: Call,
): Promise<ReadonlyMap<string, Placed>> {
  const { newId } = services.auth.machine;
  const first = await services.database.snapshot(async (store) => ({
    levels: await rowsOf({ actor: admin, store }, roleLevels),
    roles: await rowsOf({ actor: admin, store }, roles),
    categories: await rowsOf({ actor: admin, store }, roleCategories),
  }));
  const categories = new Map<string, string>();
  for (const [name, short] of DEMO_CATEGORIES) {
    const [known] = categories.size === 0 ? first.categories : [];
    const id = known?.id ?? newId();
    categories.set(name, id);
    await call(admin, {
      ...(known === undefined
        ? { method: 'POST', path: 'role-category/create/' }
        : { method: 'PATCH', path: `role-category/update/${id}/` }),
      body: { ...(known === undefined && { id }), name, short_name: short },
    });
  }
  const unnamed = [...first.roles];
  const placed = new Map<string, Placed>();
  for (const { name, short, category, level: levelName } of DEMO_ROLES) {
    const level = first.levels.find((one) => one.name === levelName)?.id ?? '';
    const at = unnamed.findIndex((one) => one.level === level);
    const [known] = at === -1 ? [] : unnamed.splice(at, 1);
    const id = known?.id ?? newId();
    const roleCategory = categories.get(category) ?? '';
    placed.set(name, { user_role: id, role_category: roleCategory });
    await call(
      admin,
      known === undefined
        ? {
            method: 'POST',
            path: 'user-role/create/',
            body: { id, name, short_name: short, role_category: roleCategory, level },
          }
        : {
            method: 'PATCH',
            path: `user-role/update/${id}/`,
            body: { name, short_name: short },
          },
    );
  }
  return placed;
}

/** The added person follows the link in their mail; somebody with an account elsewhere signs in. */
async function join(deps: DemoDeps, email: string, index: number): Promise<void> {
  const { auth, mailer } = deps.services;
  await mailer.settle();
  const link = deps.mails.findLast((mail) => mail.to === email)?.link ?? '';
  const token = link.split('/organizationinvite/')[1];
  if (token === undefined) {
    const known = { email, password: DEMO_PASSWORD, deviceToken: null };
    await signIn(auth, known, callerOf(index));
  } else {
    await acceptInvite(auth, { token, password: DEMO_PASSWORD }, callerOf(index));
  }
}

function callerOf(index: number) {
  return { address: `demo ${index}`, device: undefined };
}

async function newestOrganization(deps: DemoDeps, founder: DemoPerson): Promise<string> {
  const { db } = deps.services.database;
  const account = await accountOf(db, addressOf(deps, founder));
  const own = account === undefined ? [] : await membershipsOf(db, account.id);
  const newest = own.findLast((one) => one.organization_name === deps.organization);
  if (newest === undefined) throw new Error('The organisation could not be founded');
  return String(newest.organization_id);
}

async function actorOf(deps: DemoDeps, orgId: string, person: DemoPerson): Promise<Actor> {
  const { database } = deps.services;
  const account = await accountOf(database.db, addressOf(deps, person));
  const actor =
    account &&
    (await database.snapshot((store) =>
      loadActor(store, { orgId, userId: account.id }, deps.services.clock.now()),
    ));
  if (actor === undefined) throw new Error(`${person.name} is not in the organisation`);
  return actor;
}
