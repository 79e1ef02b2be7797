import 'fake-indexeddb/auto';
import { afterEach, expect, it } from 'vitest';
import type { RawRow } from '../../../model/entities/define-entity.ts';
import { projects } from '../../../model/entities/project.ts';
import { refuse, type Refusal } from '../../../model/shared/errors.ts';
import { accountDb, rows } from '../../../sync/store/database.ts';
import { outboxItems } from '../../../sync/store/outbox-entries.ts';
import { renameItem } from '../support/items.ts';

const db = accountDb('rejection-text');
afterEach(() => db.rejected.clear());

it('a change rejected for lost access names what the person has lost access to', async () => {
  const reason = refuse('not_found', 'This does not exist, or you have no access to it');
  expect(await reasonOf(reason, ['Carry the beams', 'Corrie hut'])).toBe(
    'You no longer have access to “Corrie hut”, so this was not sent.',
  );
  expect(await reasonOf(reason, [])).toBe('You no longer have access to this, so it was not sent.');
});

it('[FILE-1.11] a change whose project is still here keeps the text of the rule, for something else is missing', async () => {
  const scope = 'project:p';
  const project = {
    id: 'p',
    scope,
    v: 1,
    workspace: 'w',
    name: 'Corrie hut',
    slug: 'corrie-hut',
    description: '',
    background_image: null,
    status: true,
    deleted_at: null,
    created_by: '1',
    created_at: '',
  };
  const reason = refuse('not_found', 'This file does not exist any more');
  const local = { id: 'c', scope, v: 0 };
  await rows(db, projects).put(project);
  expect(await reasonOf(reason, ['Corrie hut'], local)).toBe(reason.message);
  await rows(db, projects).clear();
  expect(await reasonOf(reason, ['Corrie hut'], local)).toBe(
    'You no longer have access to “Corrie hut”, so this was not sent.',
  );
});

it('a change rejected for another reason keeps the text of the rule', async () => {
  const reason = refuse('forbidden', 'Only the creator and the assignee can move this task');
  expect(await reasonOf(reason, ['Corrie hut'])).toBe(reason.message);
});

async function reasonOf(
  reason: Refusal,
  place: readonly string[],
  local: RawRow | null = null,
): Promise<string | undefined> {
  await db.rejected.put({
    seq: 1,
    group: 1,
    keys: [],
    item: renameItem(1, 'Doing'),
    reason,
    rejectedAt: 1,
    base: null,
    local,
    place,
  });
  return (await outboxItems(db))[0]?.reason;
}
