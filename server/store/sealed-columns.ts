/** A column whose values are encrypted (`server/shared/secret-box.ts`), with the primary key of its table. */
export interface SealedColumn {
  readonly table: string;
  readonly key: readonly string[];
  readonly column: string;
}

/** Every secret in the database that the server reads again. All others are stored as digests. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'totp_factors', key: ['user_id'], column: 'secret' },
  { table: 'sso_providers', key: ['org_id'], column: 'client_secret' },
  { table: 'webhooks', key: ['org_id', 'id'], column: 'secret' },
  { table: 'webhooks', key: ['org_id', 'id'], column: 'former_secret' },
  { table: 'sealing_keys', key: ['user_id'], column: 'private_key' },
  { table: 'server_keys', key: ['name'], column: 'value' },
];
