-- Spreads the tables of Cairn over the machines of a Citus cluster by organisation (docs/SCALING.md, decision 0106).
-- Nobody has run this on Citus. Run it once, on the coordinator, in the database that Cairn has migrated:
--   psql --set ON_ERROR_STOP=1 --single-transaction --file docs/citus.sql "$DATABASE_URL"
-- tests/server/store/spread.test.ts compares the names with the schema, and runs this file with functions that split
-- each distributed table into partitions by organisation, as PostgreSQL itself can.

-- The rows of one organisation: all on the same machine.
select create_distributed_table('organizations', 'org_id');
select create_distributed_table('activity', 'org_id', colocate_with => 'organizations');
select create_distributed_table('cards', 'org_id', colocate_with => 'organizations');
select create_distributed_table('changes', 'org_id', colocate_with => 'organizations');
select create_distributed_table('clients', 'org_id', colocate_with => 'organizations');
select create_distributed_table('comments', 'org_id', colocate_with => 'organizations');
select create_distributed_table('conversation_mutes', 'org_id', colocate_with => 'organizations');
select create_distributed_table('conversations', 'org_id', colocate_with => 'organizations');
select create_distributed_table('device_cursors', 'org_id', colocate_with => 'organizations');
select create_distributed_table('device_holdings', 'org_id', colocate_with => 'organizations');
select create_distributed_table('erased_memberships', 'org_id', colocate_with => 'organizations');
select create_distributed_table('erasures', 'org_id', colocate_with => 'organizations');
select create_distributed_table('file_contents', 'org_id', colocate_with => 'organizations');
select create_distributed_table('file_parts', 'org_id', colocate_with => 'organizations');
select create_distributed_table('file_usage', 'org_id', colocate_with => 'organizations');
select create_distributed_table('files', 'org_id', colocate_with => 'organizations');
select create_distributed_table('flags', 'org_id', colocate_with => 'organizations');
select create_distributed_table('group_members', 'org_id', colocate_with => 'organizations');
select create_distributed_table('groups', 'org_id', colocate_with => 'organizations');
select create_distributed_table('invitations', 'org_id', colocate_with => 'organizations');
select create_distributed_table('labels', 'org_id', colocate_with => 'organizations');
select create_distributed_table('mail_digests', 'org_id', colocate_with => 'organizations');
select create_distributed_table('message_marks', 'org_id', colocate_with => 'organizations');
select create_distributed_table('messages', 'org_id', colocate_with => 'organizations');
select create_distributed_table('note_tags', 'org_id', colocate_with => 'organizations');
select create_distributed_table('notes', 'org_id', colocate_with => 'organizations');
select create_distributed_table('notifications', 'org_id', colocate_with => 'organizations');
select create_distributed_table('org_users', 'org_id', colocate_with => 'organizations');
select create_distributed_table('overwrites', 'org_id', colocate_with => 'organizations');
select create_distributed_table('person_erasures', 'org_id', colocate_with => 'organizations');
select create_distributed_table('project_mutes', 'org_id', colocate_with => 'organizations');
select create_distributed_table('projects', 'org_id', colocate_with => 'organizations');
select create_distributed_table('reminder_reads', 'org_id', colocate_with => 'organizations');
select create_distributed_table('role_categories', 'org_id', colocate_with => 'organizations');
select create_distributed_table('role_levels', 'org_id', colocate_with => 'organizations');
select create_distributed_table('roles', 'org_id', colocate_with => 'organizations');
select create_distributed_table('saved_views', 'org_id', colocate_with => 'organizations');
select create_distributed_table('scope_digests', 'org_id', colocate_with => 'organizations');
select create_distributed_table('security_forwards', 'org_id', colocate_with => 'organizations');
select create_distributed_table('security_log', 'org_id', colocate_with => 'organizations');
select create_distributed_table('settled_keys', 'org_id', colocate_with => 'organizations');
select create_distributed_table('sign_in_rules', 'org_id', colocate_with => 'organizations');
select create_distributed_table('snoozes', 'org_id', colocate_with => 'organizations');
select create_distributed_table('sso_domains', 'org_id', colocate_with => 'organizations');
select create_distributed_table('sso_logouts', 'org_id', colocate_with => 'organizations');
select create_distributed_table('sso_providers', 'org_id', colocate_with => 'organizations');
select create_distributed_table('streams', 'org_id', colocate_with => 'organizations');
select create_distributed_table('subtasks', 'org_id', colocate_with => 'organizations');
select create_distributed_table('task_files', 'org_id', colocate_with => 'organizations');
select create_distributed_table('task_mutes', 'org_id', colocate_with => 'organizations');
select create_distributed_table('task_seen', 'org_id', colocate_with => 'organizations');
select create_distributed_table('task_steps', 'org_id', colocate_with => 'organizations');
select create_distributed_table('task_templates', 'org_id', colocate_with => 'organizations');
select create_distributed_table('tasks', 'org_id', colocate_with => 'organizations');
select create_distributed_table('team_members', 'org_id', colocate_with => 'organizations');
select create_distributed_table('teams', 'org_id', colocate_with => 'organizations');
select create_distributed_table('todos', 'org_id', colocate_with => 'organizations');
select create_distributed_table('unused_files', 'org_id', colocate_with => 'organizations');
select create_distributed_table('verdicts', 'org_id', colocate_with => 'organizations');
select create_distributed_table('webhook_deliveries', 'org_id', colocate_with => 'organizations');
select create_distributed_table('webhooks', 'org_id', colocate_with => 'organizations');
select create_distributed_table('workspaces', 'org_id', colocate_with => 'organizations');

-- Rows of people or found by a digest, which statements join with those of an organisation: a copy on each machine.
select create_reference_table('users');
select create_reference_table('sessions');
select create_reference_table('organization_tokens');
select create_reference_table('one_time_tokens');
select create_reference_table('invitation_links');

-- Everything else stays as it is, in local tables of the coordinator:
-- local access_tokens
-- local api_tokens
-- local calendar_feeds
-- local counters
-- local ended_sessions
-- local file_trash
-- local former_token_secrets
-- local known_devices
-- local mail_queue
-- local migrations
-- local passkey_challenges
-- local passkeys
-- local push_subscriptions
-- local rate_limits
-- local recovery_codes
-- local request_counts
-- local retry_keys
-- local sealing_keys
-- local server_keys
-- local socket_tickets
-- local sso_attempts
-- local totp_factors
-- local unsent_reports
