/**
 * Tables of access for programs. None of them is synced; secrets are stored as digests, but those that
 * sign the deliveries of webhooks. Instants are milliseconds
 * since 1970, UTC.
 */
export interface MachineTables {
  readonly api_tokens: ApiTokenTable;
  readonly organization_tokens: OrganizationTokenTable;
  readonly former_token_secrets: FormerTokenSecretTable;
  readonly calendar_feeds: CalendarFeedTable;
  readonly webhooks: WebhookTable;
  readonly webhook_deliveries: WebhookDeliveryTable;
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

/** A token that belongs to an organisation (`server/auth/organization-tokens.ts`). */
interface OrganizationTokenTable {
  readonly id: string;
  readonly org_id: string;
  /** Organisation user of the program, which is the author of what it writes. */
  readonly org_user: string;
  /** Number of the program in place of an account's. */
  readonly user_id: string;
  readonly digest: string;
  readonly access: 'read' | 'write';
  /** 0: the projects whose team the program belongs to. */
  readonly every_project: number;
  /** Organisation user. */
  readonly created_by: string;
  readonly created_at: number;
  readonly expires_at: number;
  /** Accurate to a minute; null: never. */
  readonly used_at: number | null;
}

/** A replaced secret of a token of either kind, until the end of its overlap (`server/auth/former-secrets.ts`). */
interface FormerTokenSecretTable {
  readonly digest: string;
  readonly org_id: string;
  /** Of the token: the number of a person or of a program. */
  readonly user_id: string;
  /** Id of the token. */
  readonly token: string;
  readonly valid_until: number;
}

/** The secret address of a calendar (`server/auth/calendar-feeds.ts`). */
interface CalendarFeedTable {
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

/** An address to which what happens in an organisation is sent (`server/webhooks`). */
interface WebhookTable {
  readonly id: string;
  readonly org_id: string;
  readonly url: string;
  /** JSON: names of mutations; empty: all. */
  readonly kinds: string;
  readonly secret: string;
  /** The replaced secret, which signs until `former_until` too. */
  readonly former_secret: string | null;
  readonly former_until: number | null;
  /** 0: switched off, by an administrator or because deliveries failed for days. */
  readonly active: number;
  /** Nothing is sent before: the back-off after a failed attempt. */
  readonly paused_until: number;
  /** Time of the first failed attempt since the last one that succeeded; null: the last one succeeded, or none was made. */
  readonly failing_since: number | null;
  /** Organisation user. */
  readonly created_by: string;
  readonly created_at: number;
}

/** A message to a webhook: waits, was delivered, or was given up. */
interface WebhookDeliveryTable {
  readonly id: string;
  readonly org_id: string;
  readonly webhook: string;
  /** Name of the mutation. */
  readonly kind: string;
  /** JSON as it is sent and signed. */
  readonly body: string;
  /** Version of the organisation's stream; deliveries are sent in this order. */
  readonly version: number;
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly next_at: number;
  readonly created_at: number;
  readonly tried_at: number | null;
  /** Status of the last response, or the code of its error. */
  readonly outcome: string | null;
}
