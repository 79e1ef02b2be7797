import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useAccount, useClient } from '../../data/client.tsx';
import { useMyOrganizations } from '../../data/organizations.ts';
import { useOrganization } from '../../data/organization.ts';
import { i18n } from '../../i18n/i18n.ts';
import { initialsOf } from '../../ui/marks/person-avatar.tsx';
import { AddMenu } from './add-menu.tsx';
import styles from './organization-rail.module.css';

/**
 * Organisation badges with initials of the first two words of the name; choosing one switches and navigates
 * to Home.
 */
export function OrganizationRail({ onNewTask }: { readonly onNewTask: () => void }) {
  const client = useClient();
  const account = useAccount();
  const navigate = useNavigate();
  const open = useOrganization();
  // The name in the session may be older than the organisation's row.
  const organizations = useMyOrganizations()?.map(({ id, name }) => ({
    id,
    name: id === open?.id ? open.name : name,
  }));
  const choose = async (orgId: string) => {
    if (orgId === account?.orgId) return;
    await client.selectOrganization(orgId);
    await navigate({ to: '/home-view' });
  };
  return (
    <nav className={styles['rail']} aria-label={i18n.t('Organisations')}>
      {organizations?.map((organization) => (
        <UnstyledButton
          key={organization.id}
          className={styles['badge']}
          data-active={organization.id === account?.orgId}
          aria-current={organization.id === account?.orgId ? 'true' : undefined}
          data-tip={organization.name}
          data-tip-side="right"
          onClick={() => void choose(organization.id)}
        >
          {initialsOf(organization.name)}
          <VisuallyHidden> {organization.name}</VisuallyHidden>
        </UnstyledButton>
      ))}
      <AddMenu place="rail" onNewTask={onNewTask} />
    </nav>
  );
}
