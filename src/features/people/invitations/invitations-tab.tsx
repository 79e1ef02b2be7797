import { Button, Group } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Invitation } from '../../../../model/entities/invitation.ts';
import type { OrgUser } from '../../../../model/entities/org-user.ts';
import { invitationResend } from '../../../../model/mutations/invitation/invitation-resend.ts';
import { invitationRevoke } from '../../../../model/mutations/invitation/invitation-revoke.ts';
import { firstRefusal } from '../../../../model/permissions/actor.ts';
import { mayInvite, mayRevokeInvitation } from '../../../../model/permissions/invitation.ts';
import { mayManageLevel } from '../../../../model/permissions/person.ts';
import { useInvitations } from '../../../data/administration.ts';
import { useAllowed, useMutate } from '../../../data/client.tsx';
import { useOnline } from '../../../data/online.ts';
import type { Roles } from '../../../data/people.ts';
import { usePendingMark } from '../../../data/sync-status.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { formatInstant } from '../../../ui/text/date-format.ts';
import { useDialogs } from '../../../ui/overlays/dialogs.tsx';
import { ICON } from '../../../ui/marks/icon.ts';
import { LoadingRows } from '../../../ui/layout/loading-rows.tsx';
import { RowMark } from '../../../ui/marks/row-mark.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import type { AdminColumn } from '../admin-table.tsx';
import { AdminList } from '../admin-list.tsx';
import { mailMessage } from './invitation-messages.ts';
import styles from '../organization-page.module.css';
import type { TabProps } from '../organization-search.ts';
import { useOpenPanel } from '../use-open-panel.ts';
import { matches } from '../use-sort.ts';

interface InvitationsTabProps extends TabProps {
  readonly people: readonly OrgUser[];
  readonly lists: Roles;
}

/** Open invitations with the state of their mail; resend and revoke. */
export function InvitationsTab({ people, lists, search, onSearch }: InvitationsTabProps) {
  const invitations = useInvitations();
  const now = useNow(60_000);
  const { add } = useOpenPanel();
  const columns = useMemo(() => columnsOf({ people, lists, now }), [people, lists, now]);
  if (invitations === undefined) return <LoadingRows />;
  const open = invitations.filter(({ state }) => state === 'pending');
  return (
    <AdminList
      {...{ search, onSearch, columns }}
      label={i18n.t('Pending invitations')}
      searchLabel={i18n.t('Search invitations')}
      addLabel={i18n.t('Invite Members')}
      onAdd={() => void add('invite', mayInvite)}
      rows={open.filter(({ email }) => matches(search.q, email))}
      rowKey={({ id }) => id}
      firstSort="-sent"
      none={{
        icon: <IconMail {...ICON} size={30} />,
        text: i18n.t('No pending invitations'),
        hint: i18n.t('Whoever you invite is listed here until they have joined.'),
      }}
      noMatch={i18n.t('No invitation matches')}
    />
  );
}

interface Deps {
  readonly people: readonly OrgUser[];
  readonly lists: Roles;
  readonly now: number;
}

function columnsOf({ people, lists, now }: Deps): readonly AdminColumn<Invitation>[] {
  const names = new Map(people.map(({ id, display_name }) => [id, display_name]));
  const roles = new Map(lists.roles.map(({ id, name }) => [id, name]));
  const levels = levelsOfInvited(people, lists);
  return [
    {
      key: 'email',
      header: i18n.t('Email'),
      width: 'minmax(0, 1.8fr)',
      sortBy: ({ email }) => email,
      cell: (invitation) => (
        <EmailCell invitation={invitation} role={roles.get(invitation.role) ?? ''} now={now} />
      ),
    },
    {
      key: 'role',
      header: i18n.t('Role'),
      width: 'minmax(0, 0.9fr)',
      wideOnly: true,
      sortBy: ({ role }) => roles.get(role) ?? '',
      cell: ({ role }) => roles.get(role) ?? '',
    },
    {
      key: 'by',
      header: i18n.t('Invited by'),
      width: 'minmax(0, 1fr)',
      wideOnly: true,
      sortBy: ({ invited_by }) => names.get(invited_by) ?? '',
      cell: ({ invited_by }) => names.get(invited_by) ?? '',
    },
    {
      key: 'sent',
      header: i18n.t('Sent'),
      width: '120px',
      wideOnly: true,
      sortBy: ({ sent_at }) => sent_at,
      cell: ({ sent_at }) => <span className="tabular">{formatInstant(sent_at, now)}</span>,
    },
    {
      key: 'actions',
      header: i18n.t('Actions'),
      quiet: true,
      width: '170px',
      align: 'end',
      cell: (invitation) => (
        <InvitationActions invitation={invitation} level={levels(invitation)} />
      ),
    },
  ];
}

interface EmailCellProps {
  readonly invitation: Invitation;
  readonly role: string;
  readonly now: number;
}

function EmailCell({ invitation, role, now }: EmailCellProps) {
  const mark = usePendingMark('invitations', invitation.id);
  const unsent = mark === 'waiting' || mark === 'sending';
  const { text, warns } = mailMessage(invitation, { now, unsent });
  return (
    <span className={styles['words']}>
      <span className={styles['name']}>
        {invitation.email}
        <RowMark mark={mark} />
      </span>
      <span className={styles['muted']} data-warn={warns}>
        {text}
      </span>
      <span className={styles['under']}>{role}</span>
    </span>
  );
}

/**
 * Name of the level that the invited person would have: from their current role if they have been added,
 * otherwise from the invitation.
 */
function levelsOfInvited(people: readonly OrgUser[], lists: Roles) {
  const given = new Map(people.map(({ id, user_role }) => [id, user_role]));
  const levelOf = new Map(lists.roles.map(({ id, level }) => [id, level]));
  const names = new Map(lists.levels.map(({ id, name }) => [id, name]));
  return ({ role, organization_user: added }: Invitation): string | undefined => {
    const current = added === null ? role : (given.get(added) ?? role);
    return names.get(levelOf.get(current) ?? '');
  };
}

interface InvitationActionsProps {
  readonly invitation: Invitation;
  readonly level: string | undefined;
}

function InvitationActions({ invitation, level }: InvitationActionsProps) {
  const mutate = useMutate();
  const allowed = useAllowed();
  const isOnline = useOnline();
  const dialogs = useDialogs();
  const { id, email } = invitation;
  const resend = async () => {
    const args = { id, again: true } as const;
    const success = isOnline
      ? { subject: email }
      : { message: i18n.t('A new link goes out to {email} when you are online', { email }) };
    await mutate(invitationResend, args, { success });
  };
  const revoke = async () => {
    // Without the right the permission message is shown instead of a confirmation.
    const mayDo = await allowed((actor) =>
      firstRefusal(mayRevokeInvitation(actor), mayManageLevel(actor, level)),
    );
    if (!mayDo) return;
    const sure = await dialogs.confirm({
      title: i18n.t('Revoke the invitation of {email}?', { email }),
      message: i18n.t('The link in their mail stops working. You can invite them again.'),
      confirm: i18n.t('Revoke'),
      danger: true,
    });
    if (!sure) return;
    await mutate(invitationRevoke, { id, revoked: true }, { success: { subject: email } });
  };
  return (
    <Group gap={4} wrap="nowrap">
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={i18n.t('Resend the invitation of {email}', { email })}
        onClick={() => void resend()}
      >
        {i18n.t('Resend')}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        className={styles['danger'] ?? ''}
        aria-label={i18n.t('Revoke the invitation of {email}', { email })}
        onClick={() => void revoke()}
      >
        {i18n.t('Revoke')}
      </Button>
    </Group>
  );
}
