import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RawRow } from '../../../model/entities/define-entity.ts';
import { orgUsers } from '../../../model/entities/org-user.ts';
import { roleLevels } from '../../../model/entities/role-level.ts';
import { roles } from '../../../model/entities/role.ts';
import type { Reader } from '../../../model/mutations/define-mutation.ts';
import { prepareMutation } from '../../../model/mutations/registry.ts';
import { type AccessFlags, type Actor, levelNumber } from '../../../model/permissions/actor.ts';

const FLAGS = ['get_access', 'post_access', 'patch_access', 'delete_access'] as const;
const START = ['Level 1', 'Level 2', 'Level 3', 'Member'] as const;
const uuid = (index: number) => `0198c000-0000-7000-8000-${String(index).padStart(12, '0')}`;

type Setup = Map<string, RawRow>;
type Step = readonly [who: number, name: string, args: (made: number) => Record<string, unknown>];

it('no sequence of changes by administrators leaves an organisation without Level 1, or grants a flag that the granter does not have', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary(), { minLength: 1, maxLength: 40 }), async (steps) => {
      const setup = startSetup();
      for (const [index, [who, name, args]] of steps.entries()) {
        const before = accessOf(setup);
        const actor = actorOf(setup, String(1 + who));
        if (actor === undefined) continue;
        const prepared = prepareMutation(name, args(index));
        if ((await prepared.check(readerOf(setup), actor)) !== undefined) continue;
        for (const { table, id, apply: change } of prepared.effects({ actor, at: 0 })) {
          const row = change(setup.get(`${table}/${id}`));
          if (row === undefined) setup.delete(`${table}/${id}`);
          else setup.set(`${table}/${id}`, row);
        }
        const after = accessOf(setup);
        expect([...after.values()].some(({ level }) => level === 1)).toBe(true);
        for (const [person, now] of after) {
          const then = before.get(person);
          for (const flag of FLAGS) {
            const isNew = now.flags[flag] && then?.flags[flag] !== true;
            expect([name, flag, isNew && !actor[flag]]).toEqual([name, flag, false]);
          }
          const raised = now.level < (then?.level ?? 5);
          expect(raised && now.level < levelNumber(actor.level)).toBe(false);
        }
      }
    }),
    { numRuns: 400 },
  );
});

function stepArbitrary(): fc.Arbitrary<Step> {
  const person = fc.integer({ min: 1, max: 6 }).map(String);
  const role = fc.oneof(
    fc.integer({ min: 1, max: 4 }).map(String),
    fc.integer({ min: 0, max: 39 }).map((index) => uuid(100 + index)),
  );
  const level = fc.oneof(
    fc.integer({ min: 1, max: 4 }).map(String),
    fc.integer({ min: 0, max: 39 }).map((index) => uuid(200 + index)),
  );
  const levelName = fc.constantFrom('Guide', 'Level 1', ' level 2 ', 'Ｌevel 3', 'Level 4');
  const flags = fc.record({
    get_access: fc.boolean(),
    post_access: fc.boolean(),
    patch_access: fc.boolean(),
    delete_access: fc.boolean(),
  });
  const step = (
    name: string,
    args: fc.Arbitrary<Record<string, unknown>>,
    made?: number,
  ): fc.Arbitrary<Step> =>
    fc
      .tuple(fc.integer({ min: 0, max: 5 }), args)
      .map(([who, fields]) => [
        who,
        name,
        (index) => (made === undefined ? fields : { ...fields, id: uuid(made + index) }),
      ]);
  const short = fc.constant('X');
  return fc.oneof(
    step('person-set-role', fc.record({ id: person, user_role: role })),
    step('person-set-active', fc.record({ id: person, active: fc.boolean() })),
    step('role-edit', fc.record({ id: role, level })),
    step(
      'role-create',
      fc.record({ name: short, short_name: short, role_category: fc.constant('1'), level }),
      100,
    ),
    step('role-level-edit', fc.record({ id: level, name: levelName }, { requiredKeys: ['id'] })),
    step(
      'role-level-edit',
      fc.tuple(level, flags).map(([id, some]) => ({ id, ...some })),
    ),
    step(
      'role-level-create',
      fc.tuple(levelName, flags).map(([name, some]) => ({ name, order: 5, ...some })),
      200,
    ),
  );
}

/** One person at Level 1; Levels 2 and 3 lack some of the flags. */
function startSetup(): Setup {
  const setup: Setup = new Map();
  const common = { scope: 'directory', v: 1, created_at: '' };
  const put = (table: string, row: RawRow) => setup.set(`${table}/${row.id}`, row);
  put('role_categories', { ...common, id: '1', name: 'General', short_name: 'GEN' });
  for (const [index, name] of START.entries()) {
    const id = String(index + 1);
    const flags = {
      get_access: true,
      post_access: index !== 2,
      patch_access: index < 3,
      delete_access: index === 0,
    };
    put('role_levels', { ...common, id, name, order: index + 1, ...flags });
    put('roles', { ...common, id, name, short_name: name, role_category: '1', level: id });
  }
  for (const [index, role] of ['1', '2', '3', '4', '2', '4'].entries()) {
    put('org_users', {
      ...common,
      id: String(index + 1),
      user: String(index + 1),
      display_name: `Person ${index}`,
      email: `${index}@field.test`,
      phone_number: '+44 1234',
      profile_image: null,
      user_role: role,
      active: true,
      joined: true,
    });
  }
  return setup;
}

function readerOf(setup: Setup): Reader {
  return {
    get: (entity, id) => {
      const row = setup.get(`${entity.table}/${id}`);
      return Promise.resolve(row === undefined ? undefined : entity.parse(row));
    },
  };
}

function actorOf(setup: Setup, id: string): Actor | undefined {
  const access = accessOf(setup).get(id);
  if (access === undefined) return undefined;
  const who = { orgId: '1', orgUserId: id, userId: id, specialRole: false };
  return { ...who, level: access.name, ...access.flags };
}

interface Access {
  readonly name: string;
  readonly level: number;
  readonly flags: AccessFlags;
}

/** Flags of every active person. */
function accessOf(setup: Setup): ReadonlyMap<string, Access> {
  const held = new Map<string, Access>();
  for (const [key, row] of setup) {
    if (!key.startsWith('org_users/')) continue;
    const person = orgUsers.parse(row);
    const role = setup.get(`roles/${person.user_role}`);
    const level = role && setup.get(`role_levels/${roles.parse(role).level}`);
    if (!person.active || level === undefined) continue;
    const flags = roleLevels.parse(level);
    held.set(person.id, { name: flags.name, level: levelNumber(flags.name), flags });
  }
  return held;
}
