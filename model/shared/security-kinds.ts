/**
 * Kinds of events in the security log, by the group that filters them. A name is stored and sent to other systems: it
 * is never changed.
 */
export const SECURITY_KINDS = {
  sign_ins: ['sign_in', 'sign_in_failed', 'sign_in_limited', 'guesses'],
  passwords: [
    'password_changed',
    'password_reset_requested',
    'password_reset',
    'password_wrong',
    'address_changed',
    'key_read',
    'factor_added',
    'factor_removed',
    'factor_wrong',
    'factor_reset',
    'recovery_code_used',
    'recovery_codes_renewed',
  ],
  sessions: ['session_ended', 'other_sessions_ended', 'member_session_ended', 'provider_logout'],
  people: [
    'person_added',
    'person_activated',
    'person_deactivated',
    'person_role_changed',
    'erasure_asked',
    'erasure_planned',
    'erasure_cancelled',
    'person_erased',
  ],
  rights: [
    'role_created',
    'role_changed',
    'level_created',
    'level_changed',
    'project_member_added',
    'project_member_removed',
    'refused',
  ],
  invitations: [
    'invitation_sent',
    'invitation_repeated',
    'invitation_revoked',
    'invitation_accepted',
  ],
  access: [
    'token_created',
    'token_secret_replaced',
    'token_ended',
    'organization_token_created',
    'organization_token_secret_replaced',
    'organization_token_ended',
    'calendar_created',
    'calendar_ended',
    'webhook_created',
    'webhook_changed',
    'webhook_secret_replaced',
    'webhook_deleted',
    'sso_changed',
    'sso_removed',
    'sso_domain_added',
    'sso_domain_verified',
    'sso_domain_removed',
    'sign_in_rules_changed',
  ],
  files: ['malware_found'],
  exports: [
    'data_exported',
    'own_data_exported',
    'log_exported',
    'organization_exported',
    'organization_imported',
  ],
  retention: [
    'retention_changed',
    'organization_erasure_planned',
    'organization_erasure_cancelled',
    'organization_erased',
  ],
} as const;

export type SecurityGroup = keyof typeof SECURITY_KINDS;
export type SecurityKind = (typeof SECURITY_KINDS)[SecurityGroup][number];
