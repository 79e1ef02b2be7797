/** Administration's tables for Kysely. */
export interface AdminTables {
  readonly teams: TeamsTable;
  readonly invitations: InvitationsTable;
  readonly invitation_links: InvitationLinksTable;
}

interface OrgRow {
  org_id: string;
  id: string;
  scope: string;
  v: number;
}

export interface TeamsTable extends OrgRow {
  name: string;
  members: string;
  created_by: string;
  created_at: string;
}

export interface InvitationsTable extends OrgRow {
  email: string;
  role: string;
  organization_user: string | null;
  invited_by: string;
  sent_at: string;
  expires_at: string;
  state: 'pending' | 'accepted' | 'revoked';
  mail: 'queued' | 'delayed' | 'sent';
  created_at: string;
}

/** Link of an invitation; used and ended links are deleted. `expires_at` is milliseconds since 1970, UTC. */
export interface InvitationLinksTable {
  readonly digest: string;
  readonly org_id: string;
  readonly invitation: string;
  readonly expires_at: number;
}
