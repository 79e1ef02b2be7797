import { describe, expect, it } from 'vitest';
import {
  isSameView,
  parseHidden,
  parseViews,
  rowOfView,
  type SavedView,
  type View,
  viewNamed,
  viewOf,
} from '../../../../src/features/overview/saved-views.ts';

const view = (id: string, name: string, rest: Partial<View> = {}): SavedView => ({
  id,
  name,
  search: {},
  hidden: [],
  ...rest,
});

describe('the stored columns', () => {
  it('are those that are hidden; unknown ones and the name are dropped', () => {
    expect(parseHidden('["label","gone","name",4]')).toEqual(['label']);
  });

  it('are all shown when the stored text is missing or broken', () => {
    for (const text of [undefined, '', '{', 'null', '{"label":true}', '7']) {
      expect(parseHidden(text)).toEqual([]);
    }
  });
});

describe('the stored views', () => {
  it('are read as they were saved', () => {
    const views = [
      view('1', 'Late', {
        search: { q: 'rope', status: ['Over Due'], sort: 'end', dir: 'desc' },
        hidden: ['label'],
      }),
    ];
    expect(parseViews(JSON.stringify(views))).toEqual(views);
  });

  it('lose what is broken and keep the rest', () => {
    const broken = [
      null,
      { id: '1', name: '  ', search: {}, hidden: [] },
      { id: '2', name: 'Late', search: { status: 'Lost', sort: 'end' }, hidden: 'label' },
      { name: 'without an id' },
      { id: '3', name: 'All', search: 4, hidden: [] },
    ];
    const parsed = parseViews(JSON.stringify(broken));
    expect(parsed).toMatchObject([{ id: '2', name: 'Late', search: { sort: 'end' }, hidden: [] }]);
    expect(parsed[0]?.search.status).toBeUndefined();
  });

  it('are none when the stored text is missing or broken', () => {
    for (const text of [undefined, '', '[', 'null', '{}']) expect(parseViews(text)).toEqual([]);
  });
});

describe('two views', () => {
  it('are the same when they show the same, whatever the order of values and the page', () => {
    const one: View = { search: { of: ['a', 'b'], q: 'rope ' }, hidden: ['label', 'end'] };
    const other: View = {
      search: { of: ['b', 'a'], q: 'rope', page: 3 },
      hidden: ['end', 'label'],
    };
    expect(isSameView(one, other)).toBe(true);
  });

  it('differ by any filter, order or column', () => {
    const base: View = { search: {}, hidden: [] };
    const others: readonly View[] = [
      { search: { q: 'rope' }, hidden: [] },
      { search: { of: ['a'] }, hidden: [] },
      { search: { assignee: ['a'] }, hidden: [] },
      { search: { status: ['WIP'] }, hidden: [] },
      { search: { created: '2026-11-20' }, hidden: [] },
      { search: { sort: 'end' }, hidden: [] },
      { search: { sort: 'end', dir: 'desc' }, hidden: [] },
      { search: {}, hidden: ['end'] },
    ];
    expect(others.filter((other) => isSameView(base, other))).toEqual([]);
  });
});

it('a view is read from its row, without what this build does not know', () => {
  const late = view('1', 'Late', {
    search: { q: 'rope', sort: 'end', page: 3 },
    hidden: ['label'],
  });
  const row = rowOfView(late);
  expect(viewOf(row)).toEqual({ ...late, search: { q: 'rope', sort: 'end' } });
  expect(
    viewOf({ ...row, search: '{"q":"rope","moon":1}', hidden: ['gone', 'end'] }),
  ).toMatchObject({ search: { q: 'rope' }, hidden: ['end'] });
  expect(viewOf({ ...row, search: '{' })).toBeUndefined();
});

it('a view is found by its name, whatever the case', () => {
  const all = [view('1', 'Late'), view('2', 'Mine')];
  expect(viewNamed(all, ' late ')?.id).toBe('1');
  expect(viewNamed(all, 'Lat')).toBeUndefined();
});
