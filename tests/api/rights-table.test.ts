import { afterEach, expect, it } from 'vitest';
import {
  EVERYBODY,
  type Persona,
  type Right,
  WRITE_RIGHTS,
} from '../../model/permissions/rights.ts';
import { openDatabase } from '../../server/store/open.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { type CallShape, everyCall, mutationNames } from './matrix/calls.ts';
import { buildRightsSetup, type Flags, type RightsSetup } from './rights-setup.ts';

const setups: TestApp[] = [];
afterEach(async () => {
  for (const setup of setups.splice(0)) await setup.close();
});

const ALL: Flags = { post_access: true, patch_access: true, delete_access: true };
const MANY = { burst: 100_000, refillMs: 1 };

async function start(): Promise<{
  readonly setup: RightsSetup;
  readonly shapeOf: (call: string) => CallShape;
}> {
  const app = await startTestApp(await openDatabase({ memory: true }), {
    limits: {
      requestsPerMinute: 0,
      auth: {
        perAddress: MANY,
        perAccount: MANY,
        perDevice: MANY,
        mailsPerAddress: MANY,
        invitations: MANY,
        invitationsPerAddress: MANY,
      },
    },
  });
  setups.push(app);
  const setup = await buildRightsSetup(app);
  const shapes = await everyCall(app.app);
  return {
    setup,
    shapeOf: (call) => {
      const found = shapes.find(({ mutation }) => mutation === call);
      if (found === undefined) throw new Error(`No call means ${call}`);
      return found;
    },
  };
}

function expected({ who, hidden }: Right, persona: Persona): number {
  if (who.includes(persona)) return 200;
  return hidden.includes(persona) ? 404 : 403;
}

function isNeeded({ flag }: Right, flags: Flags): boolean {
  if (flag === 'writing') return !flags.post_access && !flags.patch_access;
  return flag !== undefined && !flags[`${flag}_access`];
}

it('every mutation has one line in the table of rights', () => {
  const lines = WRITE_RIGHTS.map(({ call }) => call);
  expect(lines.toSorted()).toEqual(mutationNames().toSorted());
  expect(new Set(lines).size).toBe(lines.length);
});

it('the server allows each person exactly what the table says', async () => {
  const { setup, shapeOf } = await start();
  await setup.setFlags(ALL);
  for (const right of WRITE_RIGHTS) {
    const row: Record<string, number> = {};
    const wanted: Record<string, number> = {};
    for (const persona of EVERYBODY) {
      const status = await setup.tryCall(shapeOf(right.call), persona);
      row[persona] = status === 201 ? 200 : status;
      wanted[persona] = expected(right, persona);
    }
    expect.soft(row, right.call).toEqual(wanted);
  }
}, 300_000);

it('each flag is required by the calls of the table that name it, and by no other', async () => {
  const { setup, shapeOf } = await start();
  for (const missing of ['post_access', 'patch_access', 'delete_access', 'both'] as const) {
    const flags: Flags =
      missing === 'both'
        ? { ...ALL, post_access: false, patch_access: false }
        : { ...ALL, [missing]: false };
    for (const right of WRITE_RIGHTS) {
      if (missing === 'both' && right.flag !== 'writing') continue;
      const ordinary = right.who.find((one) => !one.startsWith('level'));
      for (const persona of ['level 3', ordinary] as const) {
        if (persona === undefined || !right.who.includes(persona)) continue;
        await setup.setFlags(ALL);
        const before = () => setup.setFlags(flags);
        const status = await setup.tryCall(shapeOf(right.call), persona, { before });
        const refused = isNeeded(right, flags);
        expect
          .soft(status === 201 ? 200 : status, `${right.call} by ${persona} without ${missing}`)
          .toBe(refused ? 403 : 200);
      }
    }
  }
}, 300_000);

it('a person without the right gets the same error for an existing row and a missing one', async () => {
  const { setup, shapeOf } = await start();
  await setup.setFlags(ALL);
  for (const right of WRITE_RIGHTS) {
    const shape = shapeOf(right.call);
    if (shape.params.length === 0 || right.who.includes('outsider')) continue;
    const there = await setup.tryCall(shape, 'outsider');
    const missing = await setup.tryCall(shape, 'outsider', { missing: true });
    // Deleting a missing row succeeds; everybody reads people and the organisation.
    if (shape.method === 'DELETE' || /^(?:person|organization)-/.test(right.call)) continue;
    expect.soft([right.call, there]).toEqual([right.call, missing]);
  }
}, 300_000);
