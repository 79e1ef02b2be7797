import * as v from 'valibot';
import { type SavedViewRow, VIEW_NAME_LIMIT } from '../../data/saved-views.ts';
import {
  type OverviewSearch,
  overviewSearchSchema,
  SORT_KEYS,
  type SortKey,
} from './overview-search.ts';

/** What a view of the overview shows: filters, search and order, and the columns that are hidden. */
export interface View {
  readonly search: OverviewSearch;
  readonly hidden: readonly SortKey[];
}

export interface SavedView extends View {
  readonly id: string;
  readonly name: string;
}

/** Array of which the items that do not parse are dropped. */
const valid = <Item>(schema: v.GenericSchema<unknown, Item>) =>
  v.fallback(
    v.pipe(
      v.array(v.unknown()),
      v.transform((items) =>
        items.flatMap((item) => {
          const parsed = v.safeParse(schema, item);
          return parsed.success ? [parsed.output] : [];
        }),
      ),
    ),
    [],
  );

// The name of a task is always shown.
const hiddenSchema = valid(v.picklist(SORT_KEYS.filter((key) => key !== 'name')));

const viewsSchema = valid(
  v.object({
    id: v.string(),
    name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(VIEW_NAME_LIMIT)),
    search: overviewSearchSchema,
    hidden: hiddenSchema,
  }),
);

export function parseHidden(text: string | undefined): readonly SortKey[] {
  return stored(hiddenSchema, text) ?? [];
}

/** Views that an older build stored in the browser. */
export function parseViews(text: string | undefined): readonly SavedView[] {
  return stored(viewsSchema, text) ?? [];
}

function stored<Value>(
  schema: v.GenericSchema<unknown, Value>,
  text: string | undefined,
): Value | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return parsed.success ? parsed.output : undefined;
}

/** True when both show the same; the order of chosen values and of hidden columns does not matter. */
export function isSameView(left: View, right: View): boolean {
  return textOf(left) === textOf(right);
}

function textOf({ search, hidden }: View): string {
  const { q, completed, status, assignee, of, created, sort, dir } = search;
  const values = [status, assignee, of, hidden].map((list) => [...(list ?? [])].toSorted());
  return JSON.stringify([q?.trim(), completed, created, sort, dir, values]);
}

/** View of this name, ignoring case. */
export function viewNamed(views: readonly SavedView[], name: string): SavedView | undefined {
  const wanted = name.trim().toLocaleLowerCase();
  return views.find((view) => view.name.toLocaleLowerCase() === wanted);
}

/** View of a row; undefined for one whose search cannot be read. */
export function viewOf({ id, name, search, hidden }: SavedViewRow): SavedView | undefined {
  const parsed = stored(overviewSearchSchema, search);
  return parsed && { id, name, search: parsed, hidden: v.parse(hiddenSchema, hidden) };
}

export function rowOfView({ id, name, search, hidden }: SavedView): SavedViewRow {
  const { page: _page, ...kept } = search;
  return { id, name, search: JSON.stringify(kept), hidden };
}
