import * as v from 'valibot';

/** Tabs of the page; the first is the default (sessions spec, 2). */
export const TABS = [
  'user',
  'level',
  'category',
  'role',
  'team',
  'invitation',
  'activity',
  'security',
  'programs',
  'sign-on',
  'archive',
  'retention',
] as const;
export type Tab = (typeof TABS)[number];

/** Kinds of rows that filter the activity. */
export const ACTIVITY_KINDS = ['people', 'roles', 'levels', 'projects', 'tasks', 'other'] as const;

const wordsOrNumber = v.pipe(v.union([v.string(), v.number()]), v.transform(String));
const text = v.fallback(v.optional(wordsOrNumber), undefined);

/** Search part of this page's address: tab, filters and order. Defaults are omitted. */
export const organizationSearchSchema = v.object({
  tab: v.fallback(v.optional(v.picklist(TABS)), undefined),
  category: text,
  level: text,
  /** `active` people (joined or invited), `invited`, `deactivated`; absent: everybody. */
  state: v.fallback(v.optional(v.picklist(['active', 'invited', 'deactivated'])), undefined),
  /** Column and direction, e.g. `name` or `-name`. */
  sort: text,
  kind: v.fallback(v.optional(v.picklist(ACTIVITY_KINDS)), undefined),
  by: text,
  /** Group of events and period of the security log, which checks them itself: its code is loaded later. */
  event: text,
  since: text,
});
export type OrganizationSearch = v.InferOutput<typeof organizationSearchSchema> & {
  /** Search words for names; shared with other screens. */
  readonly q?: string | undefined;
};

/** Props of every tab: the address and its setter. */
export interface TabProps {
  readonly search: OrganizationSearch;
  readonly onSearch: (change: Partial<OrganizationSearch>) => void;
}
