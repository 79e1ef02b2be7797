/** What the device concludes from tasks that it does not have (OUT-6). */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { projects } from '../../../model/entities/project.ts';
import { tasks } from '../../../model/entities/task.ts';
import { whyNotCopied } from '../../../src/data/board-starts.ts';
import { missingSubtasks } from '../../../src/data/duplicate-task.ts';
import { findTaskPlace } from '../../../src/data/task-place.ts';
import type { StreamState } from '../../../sync/core/ports/streams.ts';
import { type AccountDb, accountDb, rows } from '../../../sync/store/database.ts';
import { taskRow } from '../../support/task-row.ts';

const SCOPE = 'project:p';
const WHOLE: StreamState = {
  stream: 'org:1',
  epoch: 'e',
  cursor: 9,
  complete: 9,
  scopes: { [SCOPE]: { kind: 'complete', readAt: 3, loaded: null } },
  suspect: false,
  lastSync: 1,
};
const SUMMARY = { ...WHOLE, outlined: [SCOPE], summarized: [SCOPE] };

let db: AccountDb;
beforeEach(async () => {
  db = accountDb('missing', { indexedDB: new IDBFactory(), IDBKeyRange });
  const project = { id: 'p', scope: SCOPE, v: 1, slug: 'hut-1', name: 'Hut' };
  await db.dexie.table(projects.table).put(project);
});

it('[OUT-6] a link to a task opens the board of a project whose tasks are not here', async () => {
  const place = async (task: string, slug: string) =>
    await findTaskPlace({ db, orgId: '1' }, { task, slug });
  await db.streams.put(WHOLE);
  expect(await place('t', 'hut-1')).toBeUndefined();
  await db.streams.put(SUMMARY);
  expect(await place('t', 'hut-1')).toBe('hut-1');
  expect(await place('t', 'other')).toBeUndefined();
  await rows(db, tasks).put(taskRow({ id: 't', project: 'p', scope: SCOPE }));
  expect(await place('t', 'its-former-project')).toBe('hut-1');
});

it('[OUT-6] a board is not copied with tasks that are not here: they are downloaded first', async () => {
  const held: string[] = [];
  const account = {
    db,
    orgId: '1',
    holdProjects: (ids: readonly string[]) => void held.push(...ids),
  };
  const copy = { kind: 'project', project: 'p', withTasks: true } as const;
  await db.streams.put(WHOLE);
  expect(await whyNotCopied(copy, account)).toBeUndefined();
  await db.streams.put(SUMMARY);
  expect(await whyNotCopied({ ...copy, withTasks: false }, account)).toBeUndefined();
  expect(await whyNotCopied(undefined, account)).toBeUndefined();
  expect(held).toEqual([]);
  expect(await whyNotCopied(copy, account)).toMatch(
    /^The tasks of that project with their sub-tasks are not all/,
  );
  expect(held).toEqual(['p']);
});

describe('[PULL-6.8] while the first download has not stored the details of a project', () => {
  const copy = { kind: 'project', project: 'p', withTasks: true } as const;
  const download = { reason: 'first', done: 5, total: 9, run: '1' } as const;
  const complete = [{ scope: SCOPE, from: null }];
  const checkpoint = { epoch: 'e', v: 9, complete };

  async function refusals(state: StreamState) {
    await db.streams.put(state);
    const nothing = () => undefined;
    const account = { db, orgId: '1', holdProjects: nothing, openTask: nothing };
    return [await missingSubtasks(account, ['t']), await whyNotCopied(copy, account)];
  }

  beforeEach(async () => {
    await rows(db, tasks).put(taskRow({ id: 't', project: 'p', scope: SCOPE }));
  });

  it('neither a copy nor a template is made of some of them', async () => {
    const texts = [
      expect.stringMatching(/^The sub-tasks are not on this device yet/),
      expect.stringMatching(/^The tasks of that project with their sub-tasks are not all/),
    ];
    const first = { ...WHOLE, epoch: null, scopes: {}, download };
    expect(await refusals(first)).toEqual(texts);
    const outlined = { ...checkpoint, outlined: [SCOPE] };
    expect(await refusals({ ...first, download: { ...download, checkpoint: outlined } })).toEqual(
      texts,
    );
  });

  it('both are made once they are complete', async () => {
    const made = [undefined, undefined];
    const first = { ...WHOLE, epoch: null, scopes: {} };
    expect(await refusals({ ...first, download: { ...download, checkpoint } })).toEqual(made);
    expect(await refusals(WHOLE)).toEqual(made);
  });
});
