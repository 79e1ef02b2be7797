import type { SecurityKind } from '../../../../model/shared/security-kinds.ts';
import { shownName } from '../../../data/person-name.ts';
import type { SecurityEntry } from '../../../data/security-log.ts';
import { i18n, type Message, message } from '../../../i18n/i18n.ts';
import { ACCESS } from '../roles/access-labels.ts';

/** Names in the sentences. */
type Values = Readonly<Record<'who' | 'subject' | 'role' | 'project' | 'call', string>>;

const SENTENCES: Readonly<Record<SecurityKind, (values: Values) => Message>> = {
  sign_in: (values) => message('{who} signed in', values),
  sign_in_failed: (values) => message('Wrong password for {who}', values),
  sign_in_limited: (values) =>
    message('Too many attempts for {who}: further ones were refused', values),
  guesses: (values) =>
    message('Many wrong passwords, the last one for {subject}. Levels 1 to 3 got a mail', values),
  password_changed: (values) => message('{who} changed the password', values),
  password_reset_requested: (values) => message('A new password was requested for {who}', values),
  password_reset: (values) => message('{who} chose a new password by a link in a mail', values),
  password_wrong: (values) => message('{who} is signed in and entered a wrong password', values),
  address_changed: (values) => message('{who} changed the e-mail address', values),
  key_read: (values) =>
    message('A device of {who} read the key for work that was kept while signed out', values),
  factor_added: (values) => message('{who} added {subject} to the two-step sign-in', values),
  factor_removed: (values) => message('{who} removed {subject} from the two-step sign-in', values),
  factor_wrong: (values) => message('Right password and wrong code for {who}', values),
  factor_reset: (values) => message('{who} reset the two-step sign-in of {subject}', values),
  recovery_code_used: (values) => message('{who} used a recovery code', values),
  recovery_codes_renewed: (values) => message('{who} made new recovery codes', values),
  session_ended: (values) => message('{who} ended a session', values),
  other_sessions_ended: (values) => message('{who} ended all other sessions', values),
  member_session_ended: (values) => message('{who} ended a session of {subject}', values),
  provider_logout: (values) => message('The identity provider ended the sessions of {who}', values),
  person_added: (values) => message('{who} added {subject}', values),
  person_activated: (values) => message('{who} activated {subject}', values),
  person_deactivated: (values) => message('{who} deactivated {subject}', values),
  person_role_changed: (values) => message('{who} gave {subject} the role {role}', values),
  role_created: (values) => message('{who} created the role {subject}', values),
  role_changed: (values) => message('{who} changed the role {subject}', values),
  level_created: (values) => message('{who} created the permission level {subject}', values),
  level_changed: (values) => message('{who} changed the permission level {subject}', values),
  project_member_added: (values) =>
    message('{who} added {subject} to the project {project}', values),
  project_member_removed: (values) =>
    message('{who} removed {subject} from the project {project}', values),
  refused: (values) => message('{who} had no right to do this: {call}', values),
  invitation_sent: (values) => message('{who} invited {subject}', values),
  invitation_repeated: (values) => message('{who} invited {subject} again', values),
  invitation_revoked: (values) => message('{who} revoked the invitation of {subject}', values),
  invitation_accepted: (values) => message('{who} accepted the invitation', values),
  token_created: (values) => message('{who} created the token {subject}', values),
  token_secret_replaced: (values) =>
    message('{who} replaced the secret of the token {subject}', values),
  token_ended: (values) => message('{who} ended the token {subject}', values),
  organization_token_created: (values) =>
    message('{who} created the token of the program {subject}', values),
  organization_token_secret_replaced: (values) =>
    message('{who} replaced the secret of the token of the program {subject}', values),
  organization_token_ended: (values) =>
    message('{who} ended the token of the program {subject}', values),
  calendar_created: (values) => message('{who} created the address of a calendar', values),
  calendar_ended: (values) => message('{who} ended the address of a calendar', values),
  webhook_created: (values) => message('{who} created a webhook to {subject}', values),
  webhook_changed: (values) => message('{who} changed the webhook to {subject}', values),
  webhook_secret_replaced: (values) =>
    message('{who} replaced the secret of the webhook to {subject}', values),
  webhook_deleted: (values) => message('{who} deleted the webhook to {subject}', values),
  sso_changed: (values) => message('{who} changed single sign-on with {subject}', values),
  sso_removed: (values) => message('{who} removed single sign-on with {subject}', values),
  sso_domain_added: (values) =>
    message('{who} added the domain {subject} for single sign-on', values),
  sso_domain_verified: (values) => message('{who} verified the domain {subject}', values),
  sso_domain_removed: (values) => message('{who} removed the domain {subject}', values),
  sign_in_rules_changed: (values) => message('{who} changed the rules for signing in', values),
  retention_changed: (values) => message('{who} changed what is erased and when', values),
  data_exported: (values) => message('{who} exported the data that they may read', values),
  erasure_asked: (values) => message('{who} asked to be erased', values),
  erasure_planned: (values) => message('{who} planned the erasure of {subject}', values),
  erasure_cancelled: (values) => message('{who} cancelled the erasure of {subject}', values),
  person_erased: (values) => message('{subject} was erased', values),
  own_data_exported: (values) => message('{who} downloaded all data about themselves', values),
  log_exported: (values) => message('{who} exported the security log', values),
  organization_exported: (values) => message('{who} exported the whole organisation', values),
  organization_erasure_planned: (values) =>
    message('{who} planned the erasure of the organisation', values),
  organization_erasure_cancelled: (values) =>
    message('{who} cancelled the erasure of the organisation', values),
  malware_found: (values) =>
    message('Malware was found in the file {subject} from {who}; it was refused', values),
  organization_erased: () => message('An organisation was erased'),
  organization_imported: () =>
    message('The organisation was imported from the archive of another server'),
};

/** Kinds that an administrator should see at a glance. */
const WARNINGS: readonly string[] = [
  'sign_in_failed',
  'sign_in_limited',
  'guesses',
  'password_wrong',
  'factor_wrong',
  'factor_reset',
  'recovery_code_used',
  'refused',
  'malware_found',
  'organization_exported',
  'organization_erasure_planned',
] satisfies readonly SecurityKind[];

export function isWarning({ kind }: SecurityEntry): boolean {
  return WARNINGS.includes(kind);
}

/** The event as a sentence; the name of a kind that this build does not know. */
export function sentenceOf(entry: SecurityEntry): string {
  const { kind, subject, details } = entry;
  if (!isKnown(kind)) return kind;
  const text = (name: string) => {
    const value = details[name];
    return typeof value === 'string' ? value : '…';
  };
  const values = {
    who: whoOf(entry),
    subject: shownName(subject ?? '…'),
    role: text('role'),
    project: text('project'),
    call: text('call'),
  };
  return i18n.t(SENTENCES[kind](values));
}

export function whoOf({ by }: Pick<SecurityEntry, 'by'>): string {
  if (by === null) return i18n.t('Somebody');
  return shownName(by.display_name) || by.email || i18n.t('Somebody');
}

/** Further values of an event, each a short text. */
export function detailsOf({ details, by, address, browser }: SecurityEntry): readonly string[] {
  const access = ACCESS.flatMap(({ key, column }) => {
    const value = details[key];
    if (typeof value !== 'boolean') return [];
    const values = { access: i18n.t(column) };
    return [value ? i18n.t('{access}: yes', values) : i18n.t('{access}: no', values)];
  });
  return [
    ...(isOther(by) ? [by.email] : []),
    ...(typeof details['level'] === 'string' ? [details['level']] : []),
    ...access,
    ...(typeof details['found'] === 'string' ? [details['found']] : []),
    ...retentionDetails(details),
    ...(details['shared'] === true ? [i18n.t('on a shared computer')] : []),
    ...(details['known_browser'] === false ? [i18n.t('in a new browser')] : []),
    ...(address === null ? [] : [address]),
    ...(browser === null ? [] : [browser]),
  ];
}

/** Rules that were set, each with its months; `null` as a value: kept for ever. */
function retentionDetails(details: SecurityEntry['details']): readonly string[] {
  return RULES.flatMap(({ name, some, forever }) => {
    const count = details[name];
    if (count === undefined) return [];
    return [i18n.t(typeof count === 'number' ? some(count) : forever)];
  });
}

const RULES = [
  {
    name: 'erase_after_days',
    some: (count: number) =>
      message('deleted: {count, plural, one {# day} other {# days}}', { count }),
    forever: message('deleted: for ever'),
  },
  {
    name: 'keep_done_tasks',
    some: (count: number) =>
      message('completed tasks: {count, plural, one {# month} other {# months}}', { count }),
    forever: message('completed tasks: for ever'),
  },
  {
    name: 'keep_messages',
    some: (count: number) =>
      message('messages: {count, plural, one {# month} other {# months}}', { count }),
    forever: message('messages: for ever'),
  },
  {
    name: 'keep_activity',
    some: (count: number) =>
      message('activity log: {count, plural, one {# month} other {# months}}', { count }),
    forever: message('activity log: for ever'),
  },
] as const;

/** True when the person is shown by a name, which the address completes. */
function isOther(by: SecurityEntry['by']): by is NonNullable<SecurityEntry['by']> & {
  readonly email: string;
} {
  return by !== null && by.email !== null && by.email !== whoOf({ by });
}

function isKnown(kind: string): kind is SecurityKind {
  return Object.hasOwn(SENTENCES, kind);
}
