import * as v from 'valibot';
import type { Entity, RawRow } from '../../model/entities/define-entity.ts';
import { entityOf } from '../../model/entities/registry.ts';
import { directScope, inboxScope, peopleOfDirect } from '../../model/entities/scopes.ts';
import { renumberMentions } from '../../model/shared/mentions.ts';

/**
 * Numbers of an archive and of the server that imports it. Organisations, people, accounts and channels have numbers
 * that are unique on a server (product.md, 4); all other ids are unique within their organisation and are kept.
 */
export interface Numbers {
  readonly orgId: string;
  readonly people: ReadonlyMap<string, string>;
  readonly accounts: ReadonlyMap<string, string>;
  readonly channels: ReadonlyMap<number, number>;
}

/** A person of the archive whom it does not contain: a number that no server ever assigns. */
const NOBODY = '999999999999999';

export function personOf({ people }: Numbers, id: string): string {
  return id === '' ? '' : (people.get(id) ?? NOBODY);
}

/** Fields with people that do not say so themselves (`refers`), because no log and no export shows them. */
const FURTHER_PEOPLE: Readonly<Record<string, readonly string[]>> = {
  groups: ['created_by'],
  group_members: ['organization_user'],
  conversations: ['low', 'high'],
  message_marks: ['organization_user'],
  messages: ['reactions'],
  notifications: ['actor'],
  files: ['uploaded_by'],
  invitations: ['invited_by'],
};

/** Fields with mentions that do not say so themselves. */
const FURTHER_MENTIONS: Readonly<Record<string, string>> = { messages: 'text' };

/** Rows whose id ends with the number of a person, after a point. */
const ENDS_WITH_PERSON: ReadonlySet<string> = new Set([
  'team_members',
  'group_members',
  'message_marks',
  'notifications',
  'project_mutes',
  'task_mutes',
  'conversation_mutes',
]);

/** A row with the numbers of the importing server. */
export function renumberRow(numbers: Numbers, entity: Entity, row: RawRow): RawRow {
  const fields = Object.keys(entity.columns).map((name): [string, unknown] => [
    name,
    renumberValue(numbers, { entity, field: name, row }, row[name]),
  ]);
  const renumbered: Readonly<Record<string, unknown>> = Object.fromEntries(fields);
  return {
    ...row,
    ...renumbered,
    id: renumberId(numbers, entity.table, row.id),
    scope: renumberScope(numbers, row.scope),
  };
}

/** True for a field with the number of a person, or several of them. */
export function holdsPeople({ table, fields }: Entity, field: string): boolean {
  return fields[field]?.refers === 'people' || FURTHER_PEOPLE[table]?.includes(field) === true;
}

interface Place {
  readonly entity: Entity;
  readonly field: string;
  /** Row of the value, where it is known: a replaced value says there what it is a value of. */
  readonly row?: Readonly<Record<string, unknown>>;
}

export function renumberValue(
  numbers: Numbers,
  { entity, field, row }: Place,
  value: unknown,
): unknown {
  const { table, fields } = entity;
  if (holdsPeople(entity, field)) return renumberPeople(numbers, value);
  if (fields[field]?.value === 'mentions' || FURTHER_MENTIONS[table] === field) {
    return typeof value === 'string'
      ? renumberMentions(value, (id) => personOf(numbers, id))
      : value;
  }
  switch (`${table}.${field}`) {
    case 'org_users.user':
      return typeof value === 'string' ? (numbers.accounts.get(value) ?? NOBODY) : value;
    case 'groups.number':
      return typeof value === 'number' ? (numbers.channels.get(value) ?? null) : value;
    case 'conversation_mutes.conversation':
      return typeof value === 'string' ? renumberScope(numbers, value) : value;
    case 'saved_views.search':
      return typeof value === 'string' ? renumberSearch(numbers, value) : value;
    case 'overwrites.lost':
    case 'overwrites.kept':
      return renumberReplaced(numbers, row, value);
    default:
      return value;
  }
}

/** A person, a list of people, times by person, or lists of people by something else. */
function renumberPeople(numbers: Numbers, value: unknown): unknown {
  if (typeof value === 'string') return personOf(numbers, value);
  if (Array.isArray(value)) return value.map((one) => renumberPeople(numbers, one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      Array.isArray(inner)
        ? [key, renumberPeople(numbers, inner)]
        : [personOf(numbers, key), inner],
    ),
  );
}

function renumberReplaced(numbers: Numbers, row: Place['row'], value: unknown): unknown {
  const { tbl, field } = row ?? {};
  const entity = typeof tbl === 'string' ? entityOf(tbl) : undefined;
  if (entity === undefined || typeof field !== 'string') return value;
  return renumberValue(numbers, { entity, field }, value);
}

const searchSchema = v.looseObject({
  assignee: v.optional(v.union([v.string(), v.array(v.string())])),
});

/** Filters of the task overview (JSON): people are in `assignee`. */
function renumberSearch(numbers: Numbers, text: string): string {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), searchSchema), text);
  if (!parsed.success || parsed.output.assignee === undefined) return text;
  const assignee = renumberPeople(numbers, parsed.output.assignee);
  return JSON.stringify({ ...parsed.output, assignee });
}

export function renumberId(numbers: Numbers, table: string, id: string): string {
  if (table === 'organizations') return numbers.orgId;
  if (table === 'org_users') return personOf(numbers, id);
  if (table === 'conversations') return renumberScope(numbers, id);
  if (!ENDS_WITH_PERSON.has(table)) return id;
  const point = id.lastIndexOf('.');
  const about = renumberScope(numbers, id.slice(0, point));
  return `${about}.${personOf(numbers, id.slice(point + 1))}`;
}

const INBOX = inboxScope('');

/** People are numbered in their order, so that the two of a conversation keep theirs. */
export function renumberScope(numbers: Numbers, scope: string): string {
  if (scope.startsWith(INBOX)) return inboxScope(personOf(numbers, scope.slice(INBOX.length)));
  const two = peopleOfDirect(scope);
  if (two === undefined) return scope;
  return directScope(personOf(numbers, two[0]), personOf(numbers, two[1]));
}
