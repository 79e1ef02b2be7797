import type { RawRow } from '../../../model/entities/define-entity.ts';
import type { Actor } from '../../../model/permissions/actor.ts';
import type { OutboxItem } from '../../../sync/core/ports/outbox.ts';

/** Plain initial values for tests of the store and of pure rules. */

export const ACTOR: Actor = {
  orgId: '1',
  orgUserId: '1',
  userId: '1',
  level: 'Level 1',
  specialRole: false,
  get_access: true,
  post_access: true,
  patch_access: true,
  delete_access: true,
};

export function cardRow(id: string, name: string, v: number): RawRow {
  return {
    id,
    scope: 'project:p',
    v,
    project: 'p',
    name,
    rank: 'V',
    status: true,
    created_by: '1',
    created_at: '2026-03-02T09:00:00Z',
  };
}

export function renameItem(seq: number, id: string, over: Partial<OutboxItem> = {}): OutboxItem {
  return {
    seq,
    stream: 'org:1',
    name: 'card-rename',
    args: { id, name: `Name ${seq}` },
    actor: ACTOR,
    at: 1,
    keys: [`cards/${id}`],
    parents: [],
    creates: [],
    state: 'queued',
    tries: 0,
    failures: 0,
    firstFailure: null,
    retryAt: 0,
    ...over,
  };
}
