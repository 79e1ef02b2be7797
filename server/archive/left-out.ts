/**
 * Tables that no archive contains, and why: secrets, and what belongs to a server or to its devices. A test compares
 * this list and the archive with the tables of the database.
 */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  access_tokens: 'session of a device with the exporting server',
  api_tokens: 'secret of a program',
  calendar_feeds: 'secret of a program',
  clients: 'device of the exporting server',
  counters: 'numbers of the server',
  device_cursors: 'device of the exporting server',
  device_holdings: 'device of the exporting server',
  ended_sessions: 'session of a device with the exporting server',
  erased_memberships: 'what devices of the exporting server still have to learn',
  file_parts: 'upload that is not complete; its device continues with the exporting server',
  file_trash: 'bytes without a row',
  file_usage: 'computed from the files',
  former_token_secrets: 'secret of a program',
  invitation_links: 'secret of a link in a mail',
  known_devices: 'secret of a browser',
  mail_queue: 'mail with links of the exporting server',
  migrations: 'state of the database',
  one_time_tokens: 'secret of a link in a mail',
  organization_tokens: 'secret of a program',
  passkey_challenges: 'sign-in under way',
  passkeys: 'second factor: valid for the address of the exporting server',
  push_subscriptions: 'browser of the exporting server',
  rate_limits: 'attempts on the exporting server',
  recovery_codes: 'second factor',
  request_counts: 'requests to the exporting server',
  retry_keys: 'call under way',
  scope_digests: 'computed from the rows',
  sealing_keys: 'secret of an account, which belongs to all organisations of its person',
  security_forwards: 'copies that wait for a system of the exporting server',
  server_keys: 'secret of the exporting server',
  sessions: 'session of a device with the exporting server',
  settled_keys: 'device of the exporting server',
  sign_in_rules:
    'demanded of sign-ins to the exporting server, with factors that no archive contains',
  socket_tickets: 'connection under way',
  sso_attempts: 'sign-in under way',
  sso_domains: 'proved to the exporting server',
  sso_logouts: 'tokens that the exporting server has used',
  sso_providers: 'secret shared with an identity provider, registered for the exporting server',
  totp_factors: 'second factor',
  unsent_reports: 'device of the exporting server',
  unused_files: 'found again by the importing server',
  verdicts: 'device of the exporting server',
  webhook_deliveries: 'message of the exporting server',
  webhooks: 'secret shared with a receiver',
};

/** Tables of the database that have another name in the archive. */
export const RENAMED: Readonly<Record<string, string>> = {
  users: 'accounts',
  changes: 'erased_rows',
};
