import * as v from 'valibot';

/** The tabs of the page; the first is the default (sessions spec, 2). */
export const TABS = [
  'user',
  'level',
  'category',
  'role',
  'team',
  'invitation',
  'activity',
] as const;
export type Tab = (typeof TABS)[number];

/** Kinds of things the activity can be filtered by. */
export const ACTIVITY_KINDS = ['people', 'roles', 'levels', 'projects', 'tasks', 'other'] as const;

const wordsOrNumber = v.pipe(v.union([v.string(), v.number()]), v.transform(String));
const text = v.fallback(v.optional(wordsOrNumber), undefined);

/** What the address says beyond every screen's own part: tab, filters and order. Defaults are left out of it. */
export const organizationSearchSchema = v.object({
  tab: v.fallback(v.optional(v.picklist(TABS)), undefined),
  category: text,
  level: text,
  /** Which people: `active` ones (joined or invited), `invited`, `deactivated`; everybody without it. */
  state: v.fallback(v.optional(v.picklist(['active', 'invited', 'deactivated'])), undefined),
  /** Column and direction, e.g. `name` or `-name`. */
  sort: text,
  kind: v.fallback(v.optional(v.picklist(ACTIVITY_KINDS)), undefined),
  by: text,
});
export type OrganizationSearch = v.InferOutput<typeof organizationSearchSchema> & {
  /** Words that names have to contain; shared with other screens. */
  readonly q?: string | undefined;
};

/** What every tab gets: the address, and how to change it. */
export interface TabProps {
  readonly search: OrganizationSearch;
  readonly onSearch: (change: Partial<OrganizationSearch>) => void;
}
