import { UnstyledButton } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { mayInvite } from '../../../model/permissions/invitation.ts';
import { useAllowed } from '../../data/client.tsx';
import { i18n } from '../../i18n/i18n.ts';
import { ICON } from '../../ui/marks/icon.ts';
import styles from './navigation.module.css';

/** Invite Members: levels 1 to 3 (sessions spec, 6). */
export function InviteButton({ collapsed }: { readonly collapsed: boolean }) {
  const allowed = useAllowed();
  const navigate = useNavigate();
  const invite = async () => {
    if (!(await allowed(mayInvite))) return;
    await navigate({ to: '.', search: (before) => ({ ...before, panel: 'invite' }) });
  };
  return (
    <UnstyledButton
      className={styles['item']}
      aria-label={collapsed ? i18n.t('Invite Members') : undefined}
      onClick={() => void invite()}
    >
      <IconUserPlus {...ICON} />
      {collapsed ? null : <span>{i18n.t('Invite Members')}</span>}
    </UnstyledButton>
  );
}
