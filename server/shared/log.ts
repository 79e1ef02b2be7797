import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** Fields of a request that are logged: never its query, headers or body, which contain tokens and people's texts. */
interface LoggedRequest {
  readonly method?: string;
  readonly url?: string;
  readonly ip?: string;
}

/** One JSON object a line on standard output. */
export function createLog(level: Config['logLevel']): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      req: ({ method, url, ip }: LoggedRequest) => ({ method, path: pathOf(url ?? ''), ip }),
      res: ({ statusCode }: { readonly statusCode?: number }) => ({ status: statusCode }),
      err: (error: unknown) => describeError(error),
    },
  });
}

/** Links in mails, and addresses of calendars, archives and stopped mails, carry their secret in the path. */
function pathOf(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  return path.replace(
    /^(\/organizationinvite|\/forgotpassword|\/rest\/calendar|\/rest\/mail\/stop|\/rest\/organization-archive|\/rest\/own-data)\/.*/,
    '$1/…',
  );
}

/** Type, message, code and stack. Errors of databases also carry the values of the statement, which are left out. */
function describeError(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error ? error.code : undefined;
  const cause = error.cause === undefined ? undefined : describeError(error.cause);
  return { type: error.name, message: error.message, code, stack: error.stack, cause };
}
