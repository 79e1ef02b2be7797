import { describe, expect, it } from 'vitest';
import type { RawRow } from '../../../model/entities/define-entity.ts';
import { ENTITIES, entityOf } from '../../../model/entities/registry.ts';
import type { Effect, Reader, RestResolver } from '../../../model/mutations/define-mutation.ts';
import { MUTATIONS, prepareMutation } from '../../../model/mutations/registry.ts';
import type { Actor } from '../../../model/permissions/actor.ts';
import { memberId } from '../../../model/shared/ids.ts';

/** The server's clock, slightly after the times in all calls. */
const NOW = Date.parse('2026-03-03T09:00:00Z');

const uuid = (digit: number) => `0198c000-0000-7000-8000-${String(digit).padStart(12, '0')}`;
const actor: Actor = {
  orgId: '1',
  orgUserId: '7',
  userId: '3',
  level: 'Level 1',
  specialRole: false,
  get_access: true,
  post_access: true,
  patch_access: true,
  delete_access: true,
};
const project = uuid(1);
const card = uuid(2);
const at = '2026-03-01T10:00:00Z';
const note = { id: uuid(9), title: 'Ropes', note: 'Two of them', tags: uuid(8) };
const newTask = {
  id: uuid(3),
  project,
  card,
  rank: 'V',
  name: 'Check the ropes',
  description: 'All of them',
  flag: '1',
  label: null,
  start_date: null,
  end_date: '2026-03-04',
  assigned_to: '7',
  assigned_users: [],
  collaborators: [],
  document: null,
};

/** One example of every mutation, in an order in which they can all be applied. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  'workspace-create': { id: uuid(20), name: 'North face', desc: '' },
  'project-create': {
    id: project,
    workspace: uuid(20),
    name: 'Hut',
    description: '',
    creator: '7',
  },
  'project-edit': { id: project, name: 'High hut', description: 'At the lake' },
  'project-delete': { id: project, deleted: true, status: true },
  'project-archive': { id: project, status: false },
  'workspace-edit': { id: uuid(20), desc: 'Above the trees', image: null },
  'workspace-delete': { id: uuid(20), deleted: true, status: true },
  'workspace-archive': { id: uuid(20), status: false },
  'profile-edit': {
    id: '7',
    display_name: 'Ada Field',
    phone_number: '+47 123 45',
    shares_seen: false,
  },
  'member-add': { project, organization_user: '8' },
  'member-remove': { id: memberId(project, '8') },
  'person-create': {
    id: uuid(21),
    display_name: 'Ada',
    phone_number: '+47 123 45',
    email: 'ada@example.org',
    user_role: '4',
    role_category: '5',
  },
  'person-edit': { id: '8', display_name: 'Ben Field' },
  'person-set-role': { id: '8', user_role: '5' },
  'person-set-active': { id: '8', active: false },
  'organization-edit': { id: '1', special_role: true, shot_places: true, work_receipts: false },
  'organization-retention': {
    id: '1',
    erase_after_days: 60,
    keep_done_tasks: 24,
    keep_messages: null,
    keep_activity: 36,
  },
  'organization-detail-months': { id: '1', detail_months: 12 },
  'role-category-create': { id: uuid(60), name: 'Rescue', short_name: 'RES' },
  'role-category-edit': { id: uuid(60), name: 'Rescue and guides' },
  'role-level-create': {
    id: uuid(61),
    name: 'Guide',
    order: 5,
    get_access: true,
    post_access: true,
    patch_access: false,
    delete_access: false,
  },
  'role-level-edit': { id: uuid(61), order: 6, patch_access: true },
  'role-create': {
    id: uuid(62),
    name: 'Lead',
    short_name: 'LD',
    role_category: uuid(60),
    level: uuid(61),
  },
  'role-edit': { id: uuid(62), short_name: 'LED' },
  'task-template-create': {
    id: uuid(33),
    project,
    name: 'Check a hut',
    description: '',
    flag: null,
    label: null,
    subtasks: ['Roof', 'Stove'],
  },
  'task-template-delete': { id: uuid(33) },
  'team-create': { id: uuid(63), name: 'Ridge', members: ['7'] },
  'team-edit': { id: uuid(63), name: 'Ridge team' },
  'team-members': { id: uuid(63), add: ['8'], remove: ['7'] },
  'team-delete': { id: uuid(63) },
  'invitation-create': { id: uuid(64), email: 'cy@example.org', role: uuid(62) },
  'invitation-resend': { id: uuid(64), again: true },
  'invitation-revoke': { id: uuid(64), revoked: true },
  'card-create': { id: card, project, name: 'To do', rank: 'V' },
  'card-rename': { id: card, name: 'Doing' },
  'card-archive': { id: card, status: false },
  'card-move': { id: card, rank: 'W' },
  'task-create': newTask,
  'task-edit': { id: newTask.id, name: 'Check all ropes', end_date: null, asks: ['photo'] },
  'task-move': { id: newTask.id, project, card, rank: 'X' },
  'task-archive': { id: newTask.id, status: false },
  'task-set-flag': { id: newTask.id, flag: '2' },
  'task-assign': { id: newTask.id, project, assigned_to: null, assigned_users: ['7', '8'] },
  'task-collaborate': { id: newTask.id, project, collaborators: ['8'] },
  'task-complete': {
    id: newTask.id,
    done: true,
    at,
    step: { id: uuid(90), project, people: ['7', '8'] },
  },
  'task-complete-employee': {
    id: newTask.id,
    done: true,
    at,
    step: { id: uuid(91), project, people: ['7'] },
    answer: { remark: 'Oiled', photos: [uuid(31)], signature: 'M1 2L3 4', signed_as: 'Ben' },
  },
  'task-delete': { id: newTask.id, deleted: true, status: true },
  'task-send-back': {
    id: newTask.id,
    reason: 'The gate still sticks',
    at,
    step: { id: uuid(92), project, people: ['7'] },
  },
  'task-set-label': { id: newTask.id, label: uuid(41) },
  'task-set-document': { id: newTask.id, document: uuid(31) },
  'subtask-create': {
    id: uuid(40),
    project,
    task: newTask.id,
    rank: 'V',
    name: 'The blue rope',
    start_date: null,
    end_date: '2026-03-03',
    is_completed: false,
    document: null,
  },
  'subtask-edit': { id: uuid(40), name: 'The long blue rope', end_date: null },
  'subtask-assign': { id: uuid(40), project, assigned_to: '8' },
  'subtask-complete': { id: uuid(40), done: true },
  'subtask-move': { id: uuid(40), rank: 'W' },
  'subtask-archive': { id: uuid(40), status: false },
  'subtask-set-document': { id: uuid(40), document: uuid(31) },
  'task-file-add': {
    id: uuid(44),
    project,
    task: newTask.id,
    rank: 'V',
    file: uuid(31),
    caption: 'The blue rope',
  },
  'task-file-edit': { id: uuid(44), caption: 'The new rope', rank: 'W', status: false },
  'label-create': { id: uuid(41), project, name: 'Ropes' },
  'flag-create': { id: uuid(66), name: 'Someday', colour_code: '#5f3dc4', order: 4 },
  'flag-edit': { id: uuid(66), name: 'Later', status: false },
  'label-rename': { id: uuid(41), name: 'Long ropes' },
  'label-delete': { id: uuid(41) },
  'overwrite-dismiss': { id: uuid(41) },
  'comment-create': {
    id: uuid(5),
    project,
    task: newTask.id,
    comment: 'Done?',
    attachment: null,
  },
  'comment-edit': { id: uuid(5), comment: 'Done!' },
  'comment-delete': { id: uuid(5) },
  'comment-restore': { id: uuid(5), comment: 'Done!', attachment: null },
  'file-add': {
    id: uuid(31),
    scope: `project:${project}`,
    name: 'rope.jpg',
    media_type: 'image/jpeg',
    size: 1_024,
    digest: 'a'.repeat(64),
    taken_at: '2026-03-04T10:20:30.000Z',
    drawn_on: uuid(30),
    place: 'geo:46.55812,-8.56144;u=9',
  },
  'file-delete': { id: uuid(31) },
  'message-send': {
    id: uuid(30),
    conversation: 'direct:7:8',
    text: 'Are you there?',
    reply_to: null,
    attachment: null,
  },
  'message-edit': { id: uuid(30), text: 'Are you there now?' },
  'message-react': { id: uuid(30), emoji: '👍', on: true },
  'message-delete': { id: uuid(30) },
  'chat-seen': { conversation: 'direct:7:8', reader: '7', seen: 3, delivered: 4 },
  'group-create': { id: uuid(31), name: 'Ridge', members: ['8'] },
  'group-rename': { id: uuid(31), name: 'North ridge' },
  'group-members': { id: uuid(31), add: ['9'], remove: ['8'] },
  'notification-clear': { id: 'commented.a.7', upto: at },
  'snooze-set': { task: newTask.id, until: '2026-03-04T08:00:00Z' },
  'reminder-read': { ids: [newTask.id], upto: at },
  'notification-read': { ids: ['commented.a.7'], upto: at, read: true },
  'task-mute': { task: newTask.id, reader: '7', muted: true },
  'conversation-mute': { conversation: 'direct:7:8', reader: '7', muted: true },
  'project-mute': { project, reader: '7', muted: true },
  'saved-view-create': {
    id: uuid(46),
    name: 'Late work',
    search: '{"q":"rope"}',
    hidden: ['label'],
  },
  'saved-view-edit': { id: uuid(46), name: 'Late', search: '{}', hidden: [] },
  'saved-view-delete': { id: uuid(46) },
  'note-tag-create': { id: uuid(8), name: 'Gear' },
  'note-tag-edit': { id: uuid(8), name: 'Ropes', deleted: true },
  'note-create': note,
  'note-edit': { id: note.id, title: 'Long ropes' },
  'note-delete': { id: note.id },
  'todo-create': { id: uuid(30), name: 'Buy rope', rank: 'V', status: false, made_at: at },
  'todo-rename': { id: uuid(30), name: 'Buy two ropes' },
  'todo-toggle': { id: uuid(30), status: true },
  'todo-plan': { id: uuid(30), due_date: '2026-03-09', remind_at: at },
  'todo-move': { id: uuid(30), rank: 'W' },
  'todo-delete': { id: uuid(30) },
};

describe('every mutation', () => {
  it('has an example in this file', () => {
    expect(MUTATIONS.map((mutation) => mutation.name).toSorted()).toEqual(
      Object.keys(EXAMPLES).toSorted(),
    );
  });

  it('produces rows that their entity accepts, and the same row when applied twice', () => {
    const setup = apply(Object.keys(EXAMPLES));
    for (const [key, row] of setup)
      expect(entityOf(key.split('/')[0] ?? '')?.parse(row)).toEqual(row);
    for (const name of Object.keys(EXAMPLES)) {
      for (const effect of prepared(name).effects({ actor, at: NOW })) {
        const once = effect.apply(setup.get(keyOf(effect)));
        expect(effect.apply(once)).toEqual(once);
      }
    }
  });

  for (const name of Object.keys(EXAMPLES)) {
    it(`${name}: its REST call is read back as the same arguments`, async () => {
      const { call, args, refs } = prepared(name);
      const setup = apply(Object.keys(EXAMPLES));
      const route = MUTATIONS.find((mutation) => mutation.name === name)?.rest;
      const sent: unknown = JSON.parse(JSON.stringify(call.body));
      const read = await route?.fromRest(
        { params: { id: refs[0]?.id ?? '' }, body: Object.fromEntries(Object.entries(sent ?? {})) },
        resolver(setup),
      );
      expect(prepareMutation(name, read).args).toEqual(args);
      for (const field of Object.keys(call.body)) expect(route?.bodyFields).toContain(field);
    });
  }

  it('refuses unknown fields and text that cannot be stored', () => {
    for (const [name, args] of Object.entries(EXAMPLES)) {
      expect(() => prepareMutation(name, { ...Object(args), surprise: 1 })).toThrow();
      for (const [field, value] of Object.entries(Object(args))) {
        if (typeof value !== 'string') continue;
        expect(() => prepareMutation(name, { ...Object(args), [field]: 5 })).toThrow();
      }
    }
    expect(() => prepareMutation('card-rename', { id: card, name: 'a\0b' })).toThrow();
    expect(() => prepareMutation('card-rename', { id: card, name: 'x' })).toThrow(/2 characters/);
    expect(() => prepareMutation('no-such-thing', {})).toThrow();
  });
});

describe('[MUT-5.1] two unsent edits of one row as one', () => {
  it("keep the first edit's fields that the second one does not change", () => {
    const first = prepareMutation('task-edit', {
      id: newTask.id,
      name: 'Long ropes',
      end_date: null,
    });
    const second = { id: newTask.id, name: undefined, description: 'Wet', description_base: '' };
    expect(first.merge(prepareMutation('task-edit', second))).toMatchObject({
      name: 'Long ropes',
      description: 'Wet',
      end_date: null,
    });
    const title = prepareMutation('note-edit', { id: note.id, title: 'Knots' });
    const tags = { id: note.id, title: undefined, tags: uuid(8) };
    expect(title.merge(prepareMutation('note-edit', tags))).toMatchObject({
      title: 'Knots',
      tags: uuid(8),
    });
  });
});

describe('multi-user tasks (product.md, 6)', () => {
  it('are completed by employee at the time at which the last assignee ticked', () => {
    const setup = apply(['task-create', 'task-assign', 'task-complete-employee']);
    const taskKey = `tasks/${newTask.id}`;
    expect(setup.get(taskKey)).toMatchObject({ is_completed_employee: false, ticks: { 7: at } });
    const later = '2026-03-02T09:00:00Z';
    const second = prepareMutation('task-complete-employee', {
      id: newTask.id,
      done: true,
      at: later,
    });
    run(setup, second.effects({ actor: { ...actor, orgUserId: '8' }, at: NOW }));
    expect(setup.get(taskKey)).toMatchObject({
      is_completed_employee: true,
      is_completed_emp_at: later,
    });
    const undone = prepareMutation('task-complete-employee', {
      id: newTask.id,
      done: false,
      at: null,
    });
    run(setup, undone.effects({ actor, at: NOW }));
    expect(setup.get(taskKey)).toMatchObject({
      is_completed_employee: false,
      is_completed_emp_at: null,
    });
  });
});

describe('entities', () => {
  it('declare a column for every field, so that the server stores every field that the device sends', () => {
    for (const [key, row] of apply(
      Object.keys(EXAMPLES).filter((name) => !name.endsWith('-delete')),
    )) {
      const entity = ENTITIES.find((candidate) => key.startsWith(`${candidate.table}/`));
      const fields = Object.keys(row).filter((field) => !['id', 'scope', 'v'].includes(field));
      expect(fields.toSorted()).toEqual(Object.keys(entity?.columns ?? {}).toSorted());
    }
  });
});

function prepared(name: string) {
  return prepareMutation(name, EXAMPLES[name]);
}

function keyOf(ref: { readonly table: string; readonly id: string }): string {
  return `${ref.table}/${ref.id}`;
}

function apply(names: readonly string[]): Map<string, RawRow> {
  const setup = new Map<string, RawRow>();
  for (const name of names) run(setup, prepared(name).effects({ actor, at: NOW }));
  return setup;
}

function run(setup: Map<string, RawRow>, effects: readonly Effect[]): void {
  for (const effect of effects) {
    const row = effect.apply(setup.get(keyOf(effect)));
    if (row === undefined) setup.delete(keyOf(effect));
    else setup.set(keyOf(effect), row);
  }
}

function resolver(setup: ReadonlyMap<string, RawRow>): RestResolver {
  const reader: Reader = {
    get: (entity, id) => {
      const row = setup.get(`${entity.table}/${id}`);
      return Promise.resolve(row === undefined ? undefined : entity.parse(row));
    },
  };
  return {
    actor,
    reader,
    newId: () => uuid(99),
    rankAt: () => Promise.resolve('V'),
    chat: {
      conversationWith: () => Promise.resolve(undefined),
      peopleOf: () => Promise.resolve([]),
      groupOf: (id) => Promise.resolve(id ?? ''),
      membersTo: () => Promise.resolve({ add: [], remove: [] }),
    },
  };
}
