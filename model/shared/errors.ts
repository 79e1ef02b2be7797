/**
 * Errors are data: a closed `code` and a retry rule. No code decides by `message`, which is for
 * people (the specification's alert texts among them).
 */
export const ERROR_CODES = [
  'invalid',
  'unknown_field',
  'unauthenticated',
  'bad_credentials',
  'factor_required',
  'factor_missing',
  'forbidden',
  'client_user_mismatch',
  'not_found',
  'conflict',
  'epoch',
  'parent_gone',
  'refill',
  'text_conflict',
  'too_large',
  'key_reused',
  'schema_too_old',
  'rate_limited',
  'storage_full',
  'unavailable',
  'internal',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];
export type Retry = 'never' | 'later' | 'after-auth';

interface ErrorKind {
  readonly status: number;
  readonly retry: Retry;
}

/** The one table of codes: HTTP status and whether the same request may succeed later (WRITE-3). */
export const ERROR_KINDS: Readonly<Record<ErrorCode, ErrorKind>> = {
  invalid: { status: 400, retry: 'never' },
  unknown_field: { status: 400, retry: 'never' },
  unauthenticated: { status: 401, retry: 'after-auth' },
  bad_credentials: { status: 400, retry: 'never' },
  /** The password is right, and the account also asks for a code or a passkey: `details.methods`. */
  factor_required: { status: 403, retry: 'never' },
  /** The organisation demands a second factor, and the person has none: the same request succeeds once they have. */
  factor_missing: { status: 403, retry: 'later' },
  forbidden: { status: 403, retry: 'never' },
  client_user_mismatch: { status: 403, retry: 'never' },
  not_found: { status: 404, retry: 'never' },
  conflict: { status: 409, retry: 'never' },
  epoch: { status: 409, retry: 'never' },
  parent_gone: { status: 409, retry: 'never' },
  refill: { status: 410, retry: 'never' },
  text_conflict: { status: 412, retry: 'never' },
  too_large: { status: 413, retry: 'never' },
  key_reused: { status: 422, retry: 'never' },
  schema_too_old: { status: 426, retry: 'later' },
  rate_limited: { status: 429, retry: 'later' },
  storage_full: { status: 507, retry: 'later' },
  unavailable: { status: 503, retry: 'later' },
  internal: { status: 500, retry: 'later' },
};

/** A rule's refusal: the server's response and the client's message at the click. */
export interface Refusal {
  readonly code: ErrorCode;
  /** One sentence for the person; the specification's text if it has one. */
  readonly message: string;
  /** Further data of the response, e.g. `{ current: { description, v } }` with `text_conflict`. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export function refuse(
  code: ErrorCode,
  message: string,
  details?: Readonly<Record<string, unknown>>,
): Refusal {
  return details === undefined ? { code, message } : { code, message, details };
}

/** The one error type that crosses layers. */
export class CairnError extends Error {
  readonly code: ErrorCode;
  readonly retry: Retry;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(refusal: Refusal, options?: ErrorOptions) {
    super(refusal.message, options);
    this.name = 'CairnError';
    this.code = refusal.code;
    this.retry = ERROR_KINDS[refusal.code].retry;
    this.status = ERROR_KINDS[refusal.code].status;
    this.details = refusal.details ?? {};
  }
}
