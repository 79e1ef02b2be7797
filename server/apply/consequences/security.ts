import * as v from 'valibot';
import { invitations } from '../../../model/entities/invitation.ts';
import { orgUsers } from '../../../model/entities/org-user.ts';
import { projects } from '../../../model/entities/project.ts';
import { roleLevels } from '../../../model/entities/role-level.ts';
import { roles } from '../../../model/entities/role.ts';
import { teamMembers } from '../../../model/entities/team-member.ts';
import { SECURITY_KINDS, type SecurityKind } from '../../../model/shared/security-kinds.ts';
import type { SecurityLog } from '../../security/log.ts';
import type { Consequence, ConsequenceContext } from '../consequence.ts';

const loggedSchema = v.object({
  kind: v.picklist(Object.values(SECURITY_KINDS).flat()),
  subject: v.optional(v.string()),
  details: v.optional(
    v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()])),
  ),
});

type Logged = v.InferOutput<typeof loggedSchema>;
type Describe = (context: ConsequenceContext) => Promise<Logged>;

/** Adds mutations about people, rights and invitations to the security log, in their own write. */
export function securityConsequences(log: SecurityLog): readonly Consequence[] {
  return Object.entries(LOGGED).map(([mutation, describe]) => ({
    mutation,
    replacesEffects: false,
    // Before the effects: a removed row still has its names. What a mutation creates is named by its arguments.
    before: describe,
    apply: async ({ tx, actor }, before) => {
      const { orgId, orgUserId, userId } = actor;
      await log.add(await tx.db(), { ...v.parse(loggedSchema, before), orgId, orgUserId, userId });
      return undefined;
    },
  }));
}

const idArgs = v.object({ id: v.string() });
const nameArgs = v.object({ id: v.string(), name: v.optional(v.string()) });
const emailArgs = v.object({ id: v.string(), email: v.string() });

const months = v.optional(v.nullable(v.number()));
const retentionArgs = v.object({
  id: v.string(),
  erase_after_days: v.optional(v.number()),
  keep_done_tasks: months,
  keep_messages: months,
  keep_activity: months,
});

const LOGGED: Readonly<Record<string, Describe>> = {
  'person-create': async ({ args }) => ({
    kind: 'person_added',
    subject: v.parse(emailArgs, args).email,
  }),
  'person-set-active': async (context) => {
    const { id, active } = v.parse(v.object({ id: v.string(), active: v.boolean() }), context.args);
    const kind = active ? 'person_activated' : 'person_deactivated';
    return { kind, subject: await personName(context, id) };
  },
  'person-set-role': async (context) => {
    const { id, user_role: role } = v.parse(
      v.object({ id: v.string(), user_role: v.string() }),
      context.args,
    );
    const details = { role: await roleName(context, role) };
    return { kind: 'person_role_changed', subject: await personName(context, id), details };
  },
  'role-create': async (context) => role('role_created', context),
  'role-edit': async (context) => role('role_changed', context),
  'role-level-create': async (context) => level('level_created', context),
  'role-level-edit': async (context) => level('level_changed', context),
  'member-add': async (context) => {
    const { project, organization_user: person } = v.parse(
      v.object({ project: v.string(), organization_user: v.string() }),
      context.args,
    );
    return member('project_member_added', context, { project, person });
  },
  'member-remove': async (context) => {
    const { id } = v.parse(idArgs, context.args);
    const row = await context.tx.get(teamMembers, placeOf(context), id);
    return member('project_member_removed', context, {
      project: row?.project ?? '',
      person: row?.organization_user ?? '',
    });
  },
  'organization-retention': async ({ args }) => {
    const { id: _id, ...rules } = v.parse(retentionArgs, args);
    return { kind: 'retention_changed', details: rules };
  },
  'invitation-create': async ({ args }) => ({
    kind: 'invitation_sent',
    subject: v.parse(emailArgs, args).email,
  }),
  'invitation-resend': (context) => invitation('invitation_repeated', context),
  'invitation-revoke': (context) => invitation('invitation_revoked', context),
};

async function role(kind: SecurityKind, context: ConsequenceContext): Promise<Logged> {
  const args = v.parse(
    v.object({ id: v.string(), name: v.optional(v.string()), level: v.optional(v.string()) }),
    context.args,
  );
  const subject = args.name ?? (await roleName(context, args.id)) ?? undefined;
  if (args.level === undefined) return { kind, subject };
  const granted = await context.tx.get(roleLevels, placeOf(context), args.level);
  return { kind, subject, details: { level: granted?.name ?? null } };
}

const FLAGS = ['get_access', 'post_access', 'patch_access', 'delete_access'] as const;
const flagArgs = v.record(v.string(), v.unknown());

async function level(kind: SecurityKind, context: ConsequenceContext): Promise<Logged> {
  const { id, name } = v.parse(nameArgs, context.args);
  const before = await context.tx.get(roleLevels, placeOf(context), id);
  const args = v.parse(flagArgs, context.args);
  const details = Object.fromEntries(
    FLAGS.flatMap((flag) => {
      const value = args[flag];
      return typeof value === 'boolean' ? [[flag, value] as const] : [];
    }),
  );
  return { kind, subject: name ?? before?.name, details };
}

async function member(
  kind: SecurityKind,
  context: ConsequenceContext,
  { project, person }: { readonly project: string; readonly person: string },
): Promise<Logged> {
  const row = await context.tx.get(projects, placeOf(context), project);
  return {
    kind,
    subject: await personName(context, person),
    details: { project: row?.name ?? null },
  };
}

async function invitation(kind: SecurityKind, context: ConsequenceContext): Promise<Logged> {
  const { id } = v.parse(idArgs, context.args);
  const row = await context.tx.get(invitations, placeOf(context), id);
  return { kind, subject: row?.email };
}

async function personName(context: ConsequenceContext, id: string): Promise<string | undefined> {
  return (await context.tx.get(orgUsers, placeOf(context), id))?.display_name;
}

async function roleName(context: ConsequenceContext, id: string): Promise<string | null> {
  return (await context.tx.get(roles, placeOf(context), id))?.name ?? null;
}

function placeOf({ actor }: ConsequenceContext): { readonly orgId: string } {
  return { orgId: actor.orgId };
}
