import * as v from 'valibot';
import { mayReadSecurityLog } from '../../../model/permissions/security-log.ts';
import { CairnError } from '../../../model/shared/errors.ts';
import type { SecurityGroup } from '../../../model/shared/security-kinds.ts';
import { readSecurityLog, securityCsv } from '../../present/security-log.ts';
import { originOf } from '../../auth/throttle.ts';
import { callerOf } from '../cookies.ts';
import { NOTHING, type Route, tenantRoute } from '../pipeline.ts';
import { defineResource } from './define-resource.ts';
import { idFilter, instantFilter } from './filters.ts';

/** Entries of a page, and of a part of an exported file. */
const PAGE = 100;
const EXPORT_PAGE = 2_000;

const GROUPS = [
  'sign_ins',
  'passwords',
  'sessions',
  'people',
  'rights',
  'invitations',
  'access',
  'retention',
  'files',
  'exports',
] as const satisfies readonly SecurityGroup[];

const filters = {
  /** The `next` of the previous page. */
  before: v.optional(v.pipe(v.string(), v.uuid('is not a cursor of this list'))),
  group: v.optional(v.picklist(GROUPS)),
  organization_user: idFilter,
  from: v.optional(instantFilter),
  to: v.optional(instantFilter),
};

const securityLogList = defineResource({
  path: 'security-log/list/',
  summary: 'Sign-ins, sessions, rights, invitations and exports, newest first. For levels 1 to 3',
  filters,
  read: async (reads, given) => {
    requireReader(reads.actor);
    const { entries, next } = await readSecurityLog(reads, given, PAGE);
    return { data: entries, fields: { next } };
  },
});

/** A POST: the export is an event of the log itself. */
const securityLogExport = tenantRoute({
  method: 'POST',
  path: 'security-log/export/',
  summary:
    'A part of the security log as text, CSV or one JSON object a line, newest first. For levels 1 to 3',
  query: NOTHING,
  body: v.strictObject({ ...filters, format: v.picklist(['csv', 'json']) }),
  handle: async ({ services, actor, request, body: { format, ...given } }) => {
    requireReader(actor);
    return services.logPartsInFlight.during(actor.userId, async () => {
      const isFirst = given.before === undefined;
      if (isFirst) await note('log_exported', { services, actor, request }, { format });
      const { entries, next } = await services.database.snapshot((store) =>
        readSecurityLog({ actor, store }, given, EXPORT_PAGE),
      );
      const data =
        format === 'csv'
          ? securityCsv(entries, { header: isFirst })
          : entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
      return { data, fields: { next } };
    });
  },
});

/** The device makes the file; it reports the export when it has a network. */
const dataExport = tenantRoute({
  method: 'POST',
  path: 'api/data-export/',
  summary: 'Reports that the caller exports the data that they may read, for the security log',
  query: NOTHING,
  body: NOTHING,
  handle: async ({ services, actor, request }) => {
    await note('data_exported', { services, actor, request }, {});
    return { message: 'OK' };
  },
});

type Context = Pick<
  Parameters<Parameters<typeof tenantRoute>[0]['handle']>[0],
  'services' | 'actor' | 'request'
>;

async function note(
  kind: 'log_exported' | 'data_exported',
  { services, actor, request }: Context,
  details: Readonly<Record<string, string>>,
): Promise<void> {
  const { orgId, orgUserId, userId } = actor;
  const from = originOf(callerOf(request));
  await services.writer.separate(async (tx) =>
    services.security.add(await tx.db(), { kind, orgId, orgUserId, userId, from, details }),
  );
}

function requireReader(actor: Context['actor']): void {
  const refusal = mayReadSecurityLog(actor);
  if (refusal !== undefined) throw new CairnError(refusal);
}

export const SECURITY_RESOURCES: readonly Route[] = [
  securityLogList,
  securityLogExport,
  dataExport,
];
