import { reportCheckSchema } from '../../model/protocol/sign-off-report.ts';
import { claimAttempt } from '../auth/buckets.ts';
import { networkOf, refuseFor } from '../auth/throttle.ts';
import { checkReport } from '../present/report-check.ts';
import { NOTHING, publicRoute, type Route } from './pipeline.ts';

/** Checks from one network address: a large report takes several. */
const CHECKS = { burst: 60, refillMs: 5_000 };

const check = publicRoute({
  method: 'POST',
  path: 'sign-off/check/',
  summary:
    'Check a report of a sign-off without an account: SHA-256 digests of its steps, names and photos (SIGN-4). The response says what is genuine, and nothing that the report does not contain',
  query: NOTHING,
  body: reportCheckSchema,
  handle: async ({ services, request, body }) => {
    const { writer, clock, database } = services;
    const key = `report checks ${networkOf(request.ip)}`;
    const wait = await writer.separate(async (tx) =>
      claimAttempt(await tx.db(), { key, rule: CHECKS }, clock.now()),
    );
    refuseFor(wait);
    return { data: await database.snapshot((sql) => checkReport(sql, body)) };
  },
});

export const REPORT_ROUTES: readonly Route[] = [check];
