import type { ErrorBody } from '../../model/protocol/messages.ts';
import { CairnError, type Refusal } from '../../model/shared/errors.ts';

/** Converts every error into a CairnError. An unexpected one becomes `internal`, without its text. */
export function toCairnError(error: unknown): CairnError {
  if (error instanceof CairnError) return error;
  const code = fieldOf(error, 'code');
  if (isDiskFull(code)) {
    return new CairnError(
      {
        code: 'storage_full',
        message:
          /*i18n*/ 'The server has no room left. Your work is safe on this device and is sent later.',
      },
      { cause: error },
    );
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return refusal(error, 'too_large', /*i18n*/ 'The request is too large');
  const status = fieldOf(error, 'statusCode');
  if (status === 429)
    return refusal(error, 'rate_limited', /*i18n*/ 'Too many requests. Try again a little later.');
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return refusal(error, 'invalid', 'The request could not be read');
  }
  if (typeof code === 'string' && GONE.has(code)) {
    return refusal(
      error,
      'unavailable',
      /*i18n*/ 'The database does not answer. Try again a little later.',
    );
  }
  return refusal(error, 'internal', /*i18n*/ 'Something went wrong on the server');
}

/** True for the codes with which SQLite, PostgreSQL and the file system report a full disk. */
export function isDiskFull(code: unknown): boolean {
  return code === 'SQLITE_FULL' || code === '53100' || code === 'ENOSPC';
}

export function errorBody(error: CairnError, requestId: string): ErrorBody {
  const base = {
    status: error.status,
    code: error.code,
    message: error.message,
    request_id: requestId,
  };
  return Object.keys(error.details).length === 0
    ? base
    : { ...base, details: { ...error.details } };
}

/** The connection to PostgreSQL broke, or it is shutting down. */
const GONE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03', '53300']);

function refusal(cause: unknown, code: Refusal['code'], message: string): CairnError {
  return new CairnError({ code, message }, { cause });
}

export function fieldOf(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null && name in error
    ? Object.entries(error).find(([key]) => key === name)?.[1]
    : undefined;
}
