import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { workspaceCreate } from '../../../model/mutations/workspace/workspace-create.ts';
import { CairnError } from '../../../model/shared/errors.ts';
import { type Account, openAccount } from '../../../sync/client/account.ts';
import { followNotSaved } from '../../../sync/client/not-saved.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { requestsOf } from '../support/requests.ts';

const SOON = { withinMs: 10_000 } as const;

const messages: string[] = [];
const opened: Account[] = [];
beforeEach(() => {
  messages.length = 0;
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('reportError', () => undefined);
  followNotSaved((message) => messages.push(message));
});
afterEach(() => {
  for (const { db } of opened.splice(0)) db.dexie.close();
  vi.unstubAllGlobals();
});

it('a rule’s refusal keeps its message and is not notified as an unsaved change', async () => {
  const account = open({ post_access: false });
  expect(await account.mutate(workspaceCreate, hills(account))).toMatchObject({
    code: 'forbidden',
    message: 'You dont have access to add a workspace',
  });
  expect(messages).toEqual([]);
});

it('text that no database stores (NUL, half a character) is refused with a message, and nothing is queued', async () => {
  const account = open();
  for (const name of ['Hills\0', 'Hills \uD83C']) {
    expect(await account.mutate(workspaceCreate, { ...hills(account), name })).toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('contains characters that cannot be stored'),
    });
  }
  expect(messages).toEqual([]);
  expect(await account.db.outbox.count()).toBe(0);
});

it('a browser that does not write is notified once for a write and once for an outbox action', async () => {
  const account = open();
  expect(await account.mutate(workspaceCreate, hills(account))).toBeUndefined();
  account.db.dexie.close();
  const refused = expect.stringMatching(/^Not saved: the browser refused to write/);
  const failures = [
    await account.mutate(workspaceCreate, hills(account)),
    ...(await account.mutateAll([workspaceCreate.prepare(hills(account))])),
    await account.retry('1'),
    await account.discard('1'),
    await account.editText('1', 'mine'),
    await account.chooseText('1', 'mine'),
  ];
  expect(failures).toEqual(failures.map(() => ({ code: 'internal', message: refused })));
  expect(messages).toEqual(failures.map(() => refused));
});

it('an internal fault is reported as one, not as a failure of the device', async () => {
  const account = open();
  const broken = {
    ...workspaceCreate,
    prepare: () => {
      throw new TypeError('x is not a function');
    },
  };
  const refusal = await account.mutate(broken, hills(account));
  expect(refusal?.message).toMatch(/^Not saved: a fault in Cairn itself/);
  const wrong = {
    ...workspaceCreate,
    prepare: () => {
      throw new CairnError({ code: 'invalid', message: 'name is required' });
    },
  };
  expect(await account.mutate(wrong, hills(account))).toEqual({
    code: 'invalid',
    message: 'name is required',
  });
});

it('the reads before the first frame are counted', async () => {
  const account = open();
  await account.db.dexie.open();
  const size = { columns: 5, tasks: 15 };
  const requests = await requestsOf(async () => {
    account.firstReads.expect();
    account.snapshots.expect('tower-1', size);
    await waitUntil('all are read', () => account.firstReads.done.current() === true, SOON);
    const snapshot = account.snapshots.of('tower-1', size);
    await waitUntil('the board is read', () => snapshot.current() === null, SOON);
  });
  expect(account.loaders.actor.current()).toMatchObject({ orgUserId: '1', level: 'Level 1' });
  expect(requests.toSorted()).toEqual([
    'get org_users',
    'get organizations',
    'getAll flags',
    'getAll labels',
    'getAll org_users',
    'getAll projects',
    'getAll slug',
    'getAll workspaces',
    'getAll workspaces',
  ]);
});

it('the first reads stay current, and an equal person is the same object', async () => {
  const account = open();
  const actors = new Set<unknown>();
  account.firstReads.done.subscribe(() => actors.add(account.loaders.actor.current()));
  await waitUntil('all are read', () => account.firstReads.done.current() === true, SOON);
  const before = account.loaders.actor.current();
  for (const name of ['Hills', 'Lakes', 'Moors']) {
    await account.mutate(workspaceCreate, { ...hills(account), name });
    // The person's rows are read again after a change of their tables.
    await account.db.dexie.table('role_levels').put({ id: name, scope: 'org' });
    const names = () => account.directory.workspaces.current()?.map((one) => one.name);
    await waitUntil(`${name} is read`, () => names()?.includes(name) === true, SOON);
  }
  expect([...actors].filter((actor) => actor !== undefined)).toEqual([before]);
});

function hills(account: Account) {
  return { id: account.newId(), name: 'Hills', desc: '' };
}

function open(access: { readonly post_access?: boolean } = {}): Account {
  const account = openAccount(
    {
      key: 'u:1',
      userId: 'u',
      orgId: '1',
      orgUserId: '1',
      orgName: 'Field Work',
      displayName: 'Ada',
      email: 'ada@field.test',
      level: 'Level 1',
      specialRole: false,
      access: {
        get_access: true,
        post_access: true,
        patch_access: true,
        delete_access: true,
        ...access,
      },
      dbName: crypto.randomUUID(),
      hadData: false,
      unsent: 0,
    },
    LINK,
  );
  opened.push(account);
  return account;
}

/** The worker is not called here. */
const LINK = {
  wake: () => undefined,
  whileCounted: <T>(write: () => Promise<T>) => write(),
  loadMessages: () => Promise.reject(new Error('Not used here')),
  checkReplica: () => Promise.reject(new Error('Not used here')),
  holdDetails: () => undefined,
  openTasks: () => undefined,
} as const;
