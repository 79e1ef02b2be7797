import * as v from 'valibot';
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

/** Names of views are short enough for their menu. */
export const VIEW_NAME_LIMIT = 60;

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

/** The list with a view at its place, or without the one of this id. */
export function withView(
  views: readonly SavedView[],
  view: SavedView,
  index = views.length,
): readonly SavedView[] {
  const at = views.findIndex(({ id }) => id === view.id);
  return at === -1 ? views.toSpliced(index, 0, view) : views.with(at, view);
}
