/**
 * Tables of access for programs. None of them is synced; secrets are stored as digests only. Instants are milliseconds
 * since 1970, UTC.
 */
export interface MachineTables {
  readonly api_tokens: ApiTokenTable;
  readonly calendar_feeds: CalendarFeedTable;
}

/** A token with which a program calls the API (`server/auth/api-tokens.ts`). */
interface ApiTokenTable {
  readonly id: string;
  /** The one organisation in which it is valid. */
  readonly org_id: string;
  /** The person in whose name it acts. */
  readonly user_id: string;
  readonly name: string;
  readonly digest: string;
  readonly access: 'read' | 'write';
  readonly created_at: number;
  readonly expires_at: number;
  /** Accurate to a minute; null: never. */
  readonly used_at: number | null;
}

/** The secret address of a calendar (`server/auth/calendar-feeds.ts`). */
interface CalendarFeedTable {
  readonly id: string;
  readonly org_id: string;
  /** The person with whose rights the calendar is read. */
  readonly user_id: string;
  /** The project of the calendar; empty: the tasks of the person. */
  readonly project: string;
  readonly digest: string;
  readonly created_at: number;
  /** Accurate to an hour; null: never. */
  readonly used_at: number | null;
}
