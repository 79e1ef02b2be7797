import type { Invitation } from '../../../model/entities/invitation.ts';
import type { Team } from '../../../model/entities/team.ts';
import type { RowTable } from './rows.ts';

/** Administration's tables for Kysely. */
export interface AdminTables {
  readonly teams: RowTable<Team>;
  readonly invitations: RowTable<Invitation>;
  readonly invitation_links: InvitationLinksTable;
  readonly person_erasures: PersonErasuresTable;
}

/** Link of an invitation; used and ended links are deleted. `expires_at` is milliseconds since 1970, UTC. */
export interface InvitationLinksTable {
  readonly digest: string;
  readonly org_id: string;
  readonly invitation: string;
  readonly expires_at: number;
}

/** A person who is to be erased, or asks for it. Instants are milliseconds since 1970, UTC. */
export interface PersonErasuresTable {
  readonly org_id: string;
  /** Organisation user. */
  readonly person: string;
  readonly asked_at: number | null;
  /** Organisation user of Level 1. */
  readonly planned_by: string | null;
  readonly erase_at: number | null;
}
