import { ENTITIES } from '../../../model/entities/registry.ts';
import {
  foundAndSignIn,
  PASSWORD,
  type RestClient,
  restClient,
  signIn,
} from '../../support/rest-client.ts';
import type { TestApp } from '../../support/test-app.ts';
import { hire, join, ok } from '../../server/support/team.ts';
import { createOrganizationToken, createToken, fillTwin, rowsIn, type Tenant } from './tenant.ts';
import type { Book } from './values.ts';

/** A person who tries to reach rows of others. */
export interface Actor {
  readonly name: string;
  readonly client: RestClient;
  /** Rows of their own. */
  readonly own: Book;
  /** Scopes of the attacked organisation that they may read; undefined: none. */
  readonly scopes: ReadonlySet<string> | undefined;
  /** Belongs to the other organisation. */
  readonly ofStranger: boolean;
  /** Has no session, or belongs nowhere near. */
  readonly isShutOut?: boolean;
  /**
   * Belongs to the attacked organisation and reads its own rows, which must contain no row of
   * another one.
   */
  readonly isVictim?: boolean;
  /** True if rows of a scope of the attacked organisation may change through them. */
  readonly mayTouch: (scope: string, isNew: boolean) => boolean;
  /** Renews the session after a call that ended it. */
  readonly restore: () => Promise<void>;
}

export interface Tenants {
  readonly victim: Tenant;
  readonly stranger: Tenant;
  /** Created before the victim; its rows get the victim's ids. */
  readonly early: TwinFounder;
}

/**
 * Their own address, which they may still read, must not resemble a canary word of the
 * organisation.
 */
const REMOVED = 'removed@elsewhere.test';

interface TwinFounder {
  readonly founder: RestClient;
  readonly canary: string;
}

export async function foundTwin({ app }: TestApp, canary: string): Promise<TwinFounder> {
  const email = `founder@${canary.toLowerCase()}.test`;
  return { canary, founder: await foundAndSignIn(app, email, `${canary}-organization`) };
}

/** One that sorts before the victim by organisation, and one that sorts after it. */
async function twinsOf(
  setup: TestApp,
  { victim, founders }: { readonly victim: Tenant; readonly founders: readonly TwinFounder[] },
): Promise<readonly Actor[]> {
  const actors: Actor[] = [];
  for (const twin of founders) {
    const { founder, canary } = twin;
    actors.push({
      name: `a Level 1 of elsewhere with rows of the same ids (${canary})`,
      ofStranger: false,
      mayTouch: never,
      client: founder,
      own: await fillTwin(setup, twin, victim),
      scopes: undefined,
      restore: async () => {
        ok(await signIn(founder, `founder@${canary.toLowerCase()}.test`));
      },
    });
  }
  return actors;
}

/**
 * Every kind of person who may try a call: without access, of another organisation, of both, of the
 * organisation, of the project.
 */
export async function everyActor(
  setup: TestApp,
  { victim, stranger, early }: Tenants,
): Promise<readonly Actor[]> {
  const { app } = setup;
  const { team, book, canary } = victim;
  const domain = `${canary.toLowerCase()}.test`;
  const lost = stranger.book;
  const nothing = async () => undefined;
  const again = (client: RestClient, email: string) => async () => {
    const org = client.orgId;
    ok(await signIn(client, email));
    client.orgId = org;
  };
  const nobody = restClient(app, '198.51.100.1');
  nobody.orgId = book.orgId;
  const ended = restClient(app, '198.51.100.2');
  await signIn(ended, `other@${domain}`);
  await ended.post('api/logout/');
  const removed = await hire(team, REMOVED);
  ok(await team.founder.patch(`organization-user/update/${removed.orgUserId}/`, { active: false }));
  // A separate account in another organisation: an invitation alone gives no access.
  const invited = await foundAndSignIn(app, 'invited@elsewhere.test', 'Elsewhere', {
    proved: false,
  });
  ok(
    await team.founder.post('api/org-user/create/', {
      user: {
        display_name: 'Invited',
        phone_number: '+44 20 7946 0003',
        email: 'invited@elsewhere.test',
      },
      ...(await plainRole(team.founder)),
    }),
  );
  const twins = await twinsOf(setup, {
    victim,
    founders: [early, await foundTwin(setup, 'DCANARY')],
  });
  const blind = await hireBlind(victim, `blind@${domain}`);
  const { client: twoHomes, here } = await secondHome(setup, victim, stranger);
  const strangerDomain = `${stranger.canary.toLowerCase()}.test`;
  const programs = await programsOf(setup, { victim, stranger, twoHomes });
  const { colleague, outsider } = victim;
  const directory = ['directory'];
  const board = [
    ...directory,
    `project:${book.ids.get('projects')}`,
    `workspace:${book.ids.get('workspaces')}`,
  ];
  const seen = (scopes: readonly string[], orgUserId: string | undefined) =>
    new Set([...scopes, `inbox:${orgUserId}`]);
  return [
    ...twins,
    {
      name: 'nobody',
      isShutOut: true,
      ofStranger: false,
      mayTouch: never,
      client: nobody,
      own: lost,
      scopes: undefined,
      restore: nothing,
    },
    {
      name: 'an ended session',
      isShutOut: true,
      ofStranger: false,
      mayTouch: never,
      client: ended,
      own: book,
      scopes: undefined,
      restore: nothing,
    },
    {
      name: 'a Level 1 of elsewhere',
      ofStranger: true,
      mayTouch: never,
      client: stranger.team.founder,
      own: lost,
      scopes: undefined,
      restore: again(stranger.team.founder, `founder@${strangerDomain}`),
    },
    {
      name: 'a member of elsewhere',
      ofStranger: true,
      mayTouch: never,
      client: stranger.colleague,
      own: lost,
      scopes: undefined,
      restore: again(stranger.colleague, `colleague@${strangerDomain}`),
    },
    {
      name: 'somebody who was removed',
      isShutOut: true,
      ofStranger: false,
      mayTouch: never,
      client: removed,
      own: book,
      scopes: undefined,
      restore: again(removed, REMOVED),
    },
    {
      name: 'somebody with an invitation',
      ofStranger: false,
      mayTouch: never,
      client: invited,
      own: lost,
      scopes: undefined,
      restore: again(invited, 'invited@elsewhere.test'),
    },
    {
      name: 'a member outside the project',
      ofStranger: false,
      mayTouch: ownAffairs(outsider.orgUserId),
      client: outsider,
      own: lost,
      scopes: seen(directory, outsider.orgUserId),
      restore: again(outsider, `outsider@${domain}`),
    },
    {
      name: 'a member whose level may not read',
      ofStranger: false,
      mayTouch: ownAffairs(blind.orgUserId),
      client: blind,
      own: lost,
      scopes: seen(directory, blind.orgUserId),
      restore: again(blind, `blind@${domain}`),
    },
    ...programs,
    {
      name: 'a person of both organisations',
      ofStranger: true,
      mayTouch: ownAffairs(here),
      client: twoHomes,
      own: lost,
      scopes: seen(directory, here),
      restore: again(twoHomes, 'both@elsewhere.test'),
    },
    {
      name: 'the founder, whose rows have twins elsewhere',
      isVictim: true,
      ofStranger: false,
      mayTouch: never,
      client: team.founder,
      own: book,
      scopes: new Set(victim.secrets.values()),
      restore: again(team.founder, `founder@${domain}`),
    },
    {
      name: 'a member of the project',
      ofStranger: false,
      mayTouch: (scope, isNew) =>
        ownAffairs(colleague.orgUserId)(scope, isNew) || /^(?:project|inbox):/.test(scope),
      client: colleague,
      own: lost,
      scopes: seen(board, colleague.orgUserId),
      restore: again(colleague, `colleague@${domain}`),
    },
  ];
}

/** Canary words with the scopes of their rows. */
export async function canaryScopes(
  setup: TestApp,
  { book, canary }: Tenant,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const found = new Map<string, Set<string>>();
  for (const { table } of ENTITIES) {
    for (const row of await rowsIn(setup.app, table, book.orgId)) {
      for (const word of wordsIn(JSON.stringify(row), canary)) {
        const scopes = found.get(word) ?? new Set();
        found.set(word, scopes.add(scopeOf(row)));
      }
    }
  }
  // No other person, and no synced scope, has the names of one's tokens.
  found.set(`${canary.toLowerCase()}-token`, new Set([`me of ${book.orgUserId}`]));
  return found;
}

/** Every canary word in a text, in any spelling. */
export function wordsIn(text: string, canary: string): readonly string[] {
  return [...new Set(text.toLowerCase().match(new RegExp(`${canary}(?:-[a-z-]*[a-z])?`, 'gi')))];
}

/** The scope of a row, with its owner where it is a personal one. */
export function scopeOf(row: Readonly<Record<string, unknown>>): string {
  const scope = String(row['scope']);
  return typeof row['owner'] === 'string' ? `me of ${row['owner']}` : scope;
}

function never(): boolean {
  return false;
}

/** Their personal rows, and the group and conversation that they start. */
function ownAffairs(orgUserId: string | undefined): Actor['mayTouch'] {
  return (scope, isNew) =>
    scope === `me of ${orgUserId}` ||
    scope === `inbox:${orgUserId}` ||
    (isNew && /^(?:group|direct):/.test(scope));
}

/** Levels, roles and categories as the last form field of a new person. */
async function plainRole(founder: RestClient) {
  const { body } = await founder.get('user-role/list/');
  const role = body.data.find((one: { name: string }) => one.name === 'Member');
  return { user_role: role.id, role_category: role.role_category.id };
}

/** Member of the project with a level that has every flag except the one for reading. */
async function hireBlind({ team }: Tenant, email: string): Promise<RestClient> {
  const { founder } = team;
  const flags = { get_access: false, post_access: true, patch_access: true, delete_access: true };
  const level = ok(await founder.post('role-level/create/', { name: 'Blind', order: 9, ...flags }));
  const { body } = await founder.get('role-category/list/');
  const [category] = body.data;
  const role = { name: 'Blind', short_name: 'BLD', role_category: category.id };
  ok(await founder.post('user-role/create/', { ...role, level: level.body.data.id }));
  const person = await hire(team, email, 'Blind');
  await join(team, person);
  return person;
}

/** Programs with tokens: for one organisation of a person of both, and for a member of the project, who may only read. */
async function programsOf(
  { app }: TestApp,
  {
    victim,
    stranger,
    twoHomes,
  }: { readonly victim: Tenant; readonly stranger: Tenant; readonly twoHomes: RestClient },
): Promise<readonly Actor[]> {
  const { team, book, canary } = victim;
  const reader = await hire(team, `reader@${canary.toLowerCase()}.test`);
  await join(team, reader);
  const programOf = async (person: RestClient, access: 'read' | 'write') => {
    const program = restClient(app, '198.51.100.3');
    program.orgId = person.orgId;
    program.token = (await createToken(person, 'Program', access)).token;
    return program;
  };
  const ownProgram = async (
    founder: RestClient,
    more: { readonly access?: 'write'; readonly projects?: readonly string[] },
  ) => {
    const program = restClient(app, '198.51.100.4');
    program.orgId = founder.orgId;
    program.token = (await createOrganizationToken(founder, 'Program', more)).token;
    return program;
  };
  const { ids } = book;
  const board = [
    'directory',
    `project:${ids.get('projects')}`,
    `workspace:${ids.get('workspaces')}`,
  ];
  const nothing = async () => undefined;
  return [
    {
      name: 'a token for elsewhere of a person of both organisations',
      ofStranger: true,
      mayTouch: never,
      client: await programOf(twoHomes, 'write'),
      own: stranger.book,
      scopes: undefined,
      restore: nothing,
    },
    {
      name: 'a token of a member of the project that may only read',
      ofStranger: false,
      mayTouch: never,
      client: await programOf(reader, 'read'),
      own: book,
      scopes: new Set([...board, `inbox:${reader.orgUserId}`]),
      restore: nothing,
    },
    {
      name: 'a token of the other organisation',
      ofStranger: true,
      mayTouch: never,
      client: await ownProgram(stranger.team.founder, { access: 'write' }),
      own: stranger.book,
      scopes: undefined,
      restore: nothing,
    },
    {
      name: 'a token of the organisation for one project that may only read',
      ofStranger: false,
      mayTouch: never,
      client: await ownProgram(team.founder, { projects: [String(ids.get('projects'))] }),
      own: book,
      scopes: new Set(board),
      restore: nothing,
    },
  ];
}

async function secondHome(
  setup: TestApp,
  victim: Tenant,
  stranger: Tenant,
): Promise<{ readonly client: RestClient; readonly here: string }> {
  const client = await hire(stranger.team, 'both@elsewhere.test', 'Manager');
  const elsewhere = client.orgId;
  ok(
    await victim.team.founder.post('api/org-user/create/', {
      user: {
        display_name: 'Both',
        phone_number: '+44 20 7946 0004',
        email: 'both@elsewhere.test',
      },
      ...(await plainRole(victim.team.founder)),
    }),
  );
  const mail = await setup.mailTo('both@elsewhere.test');
  const token = mail?.link?.split('/').at(-1);
  await client.post('api/organization-invite/accept/', { token, password: PASSWORD });
  const { body } = ok(await signIn(client, 'both@elsewhere.test'));
  client.orgId = elsewhere;
  const membership = body.data.organizations.find(
    (one: { organization_id: number }) => String(one.organization_id) === victim.book.orgId,
  );
  return { client, here: String(membership.organization_user_id) };
}
