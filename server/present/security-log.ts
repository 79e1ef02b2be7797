import * as v from 'valibot';
import type { SecurityEntry } from '../../model/protocol/security-log.ts';
import { SECURITY_KINDS, type SecurityGroup } from '../../model/shared/security-kinds.ts';
import { createInFlight, type InFlight } from '../shared/in-flight.ts';
import { marks, numberOf, type SqlRow, type SqlValue, textOf } from '../store/sql.ts';
import { edgeId } from './edge-id.ts';
import type { Reads } from './reads.ts';

/** A part of an export has two thousand entries in memory, as rows and as text. */
export function createLogPartsInFlight(): InFlight {
  return createInFlight({
    total: 20,
    each: 2,
    message: /*i18n*/ 'Too many requests. Try again a little later.',
    retryAfter: 5,
  });
}

export interface SecurityFilters {
  /** Cursor: the id of the last entry of the previous page. */
  readonly before?: string | undefined;
  readonly group?: SecurityGroup | undefined;
  readonly organization_user?: string | undefined;
  /** Instants, ISO. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** A page of the organisation's security log, newest first; `next` is null at the end. */
export async function readSecurityLog(
  reads: Reads,
  filters: SecurityFilters,
  size: number,
): Promise<{ readonly entries: readonly SecurityEntry[]; readonly next: string | null }> {
  const behind = filters.before === undefined ? undefined : await placeOf(reads, filters.before);
  // A cursor that no longer exists, and one of another organisation, finds nothing.
  if (filters.before !== undefined && behind === undefined) return { entries: [], next: null };
  const { text, values } = conditions(reads, filters, behind);
  const rows = await reads.store.all(
    `select e.*, p.display_name as person_name from security_log e
     left join org_users p on p.org_id = e.org_id and p.id = e.org_user
     where ${text} order by e.at desc, e.id desc limit ?`,
    [...values, size + 1],
  );
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return {
    entries: page.map(entryOf),
    next: rows.length > size && last !== undefined ? textOf(last, 'id') : null,
  };
}

const detailsSchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));

/** Place of an entry in the log. */
interface Place {
  /** Milliseconds. */
  readonly at: number;
  readonly id: string;
}

async function placeOf({ actor, store }: Reads, id: string): Promise<Place | undefined> {
  const [row] = await store.all('select at from security_log where org_id = ? and id = ?', [
    actor.orgId,
    id,
  ]);
  return row && { at: numberOf(row, 'at'), id };
}

/** Tenant isolation first: an event without an organisation is never read here. */
function conditions({ actor }: Reads, filters: SecurityFilters, behind: Place | undefined) {
  const parts: [string, readonly SqlValue[]][] = [['e.org_id = ?', [actor.orgId]]];
  if (filters.group !== undefined) {
    const kinds = SECURITY_KINDS[filters.group];
    parts.push([`e.kind in (${marks(kinds.length)})`, kinds]);
  }
  if (filters.organization_user !== undefined) {
    parts.push(['e.org_user = ?', [filters.organization_user]]);
  }
  if (filters.from !== undefined) parts.push(['e.at >= ?', [Date.parse(filters.from)]]);
  if (filters.to !== undefined) parts.push(['e.at < ?', [Date.parse(filters.to)]]);
  // A bound of the index: a page at the end of a long log reads no more than the first one.
  if (behind !== undefined) parts.push(['(e.at, e.id) < (?, ?)', [behind.at, behind.id]]);
  return {
    text: parts.map(([condition]) => condition).join(' and '),
    values: parts.flatMap(([, some]) => [...some]),
  };
}

function entryOf(row: SqlRow): SecurityEntry {
  const text = (column: string) => (row[column] === null ? null : textOf(row, column));
  const [person, email] = [text('org_user'), text('email')];
  return {
    id: textOf(row, 'id'),
    at: new Date(numberOf(row, 'at')).toISOString(),
    kind: textOf(row, 'kind'),
    by:
      person === null && email === null
        ? null
        : {
            id: person === null ? null : edgeId(person),
            display_name: text('person_name') ?? '',
            email,
          },
    subject: text('subject'),
    address: text('address'),
    browser: text('browser'),
    details: v.parse(detailsSchema, row['details']),
  };
}

const COLUMNS = ['at', 'kind', 'person', 'email', 'subject', 'address', 'browser', 'details', 'id'];

/** The entries as CSV (RFC 4180). With a header for the first part of a file. */
export function securityCsv(
  entries: readonly SecurityEntry[],
  { header }: { readonly header: boolean },
): string {
  const lines = entries.map(({ at, kind, by, subject, address, browser, details, id }) => [
    at,
    kind,
    by?.display_name ?? '',
    by?.email ?? '',
    subject ?? '',
    address ?? '',
    browser ?? '',
    JSON.stringify(details),
    id,
  ]);
  return (header ? [COLUMNS, ...lines] : lines)
    .map((cells) => `${cells.map(csvCell).join(',')}\r\n`)
    .join('');
}

/** A spreadsheet runs a cell that begins like a formula: people chose these names and browsers these texts. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
