import { describe, expect, it } from 'vitest';
import type { RawRow } from '../../../model/entities/define-entity.ts';
import { ENTITIES, entityOf } from '../../../model/entities/registry.ts';
import type { Effect, Reader, RestResolver } from '../../../model/mutations/define-mutation.ts';
import { MUTATIONS, prepareMutation } from '../../../model/mutations/registry.ts';
import { actor, at, card, EXAMPLES, newTask, note, uuid } from './examples.ts';

/** The server's clock, slightly after the times in all calls. */
const NOW = Date.parse('2026-03-03T09:00:00Z');

describe('every mutation', () => {
  it('has an example', () => {
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
      const known = [...(route?.bodyFields ?? []), ...(route?.modifierFields ?? [])];
      for (const field of Object.keys(call.body)) expect(known).toContain(field);
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
