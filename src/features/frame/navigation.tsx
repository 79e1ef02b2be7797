import { ActionIcon } from '@mantine/core';
import {
  IconChartBar,
  IconChecklist,
  IconHome,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconListDetails,
  IconMessages,
  IconNote,
  IconStack2,
  IconUsers,
} from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIsAdministrative } from '../../data/administrative.ts';
import { useAccount } from '../../data/client.tsx';
import { useOrganization } from '../../data/organization.ts';
import { i18n } from '../../i18n/i18n.ts';
import { ICON } from '../../ui/marks/icon.ts';
import { InviteButton } from './invite-button.tsx';
import styles from './navigation.module.css';
import { useIsInChat } from './use-is-in-chat.ts';
import { WorkspaceList } from './workspace-list.tsx';

interface NavigationProps {
  readonly collapsed: boolean;
  /** Notification bell; absent when the top bar shows it. */
  readonly bell?: ReactNode;
  readonly onToggle?: () => void;
  /** Further entries after the links. */
  readonly more?: ReactNode;
}

/** Left navigation: links to the screens, and workspaces with their projects. */
export function Navigation({ collapsed, bell, onToggle, more }: NavigationProps) {
  const account = useAccount();
  const organization = useOrganization();
  const isAdmin = useIsAdministrative();
  const isInChat = useIsInChat();
  return (
    <nav className={styles['nav']} data-collapsed={collapsed} aria-label={i18n.t('Main')}>
      <div className={styles['head']}>
        {collapsed ? null : (
          <span className={styles['name']}>
            {organization?.name ?? account?.record.orgName ?? ' '}
          </span>
        )}
        {bell}
        {onToggle === undefined ? null : (
          <ActionIcon
            className={styles['toggle']}
            variant="transparent"
            aria-label={collapsed ? i18n.t('Expand navigation') : i18n.t('Collapse navigation')}
            aria-expanded={!collapsed}
            onClick={onToggle}
          >
            {collapsed ? (
              <IconLayoutSidebarLeftExpand {...ICON} />
            ) : (
              <IconLayoutSidebarLeftCollapse {...ICON} />
            )}
          </ActionIcon>
        )}
      </div>
      <div className={styles['scroll']}>
        {links(isAdmin).map((link) => (
          <NavItem
            key={link.label}
            {...link}
            collapsed={collapsed}
            isAround={link.to === CHAT && isInChat}
          />
        ))}
        {more}
        {collapsed ? null : <WorkspaceList />}
      </div>
      {isAdmin ? (
        <div className={styles['foot']}>
          <InviteButton collapsed={collapsed} />
        </div>
      ) : null}
    </nav>
  );
}

const CHAT = '/chat/users-list';

interface NavLink {
  readonly to: LinkProps['to'];
  readonly icon: ReactNode;
  readonly label: string;
}

/** Ordered as in the specification (sessions spec, 2 "Left navigation"), other links after it. */
function links(isAdmin: boolean): readonly NavLink[] {
  return [
    { to: '/home-view', label: i18n.t('Home'), icon: <IconHome {...ICON} /> },
    ...(isAdmin ? adminLinks() : []),
    { to: '/mytasks', label: i18n.t('My Tasks'), icon: <IconChecklist {...ICON} /> },
    { to: CHAT, label: i18n.t('Chat'), icon: <IconMessages {...ICON} /> },
    { to: '/dashboard', label: i18n.t('Dashboard'), icon: <IconChartBar {...ICON} /> },
    { to: '/workspace/dashboard', label: i18n.t('Workspaces'), icon: <IconStack2 {...ICON} /> },
    { to: '/notes-view', label: i18n.t('Notes'), icon: <IconNote {...ICON} /> },
  ];
}

/** Levels 1 to 3 only. */
function adminLinks(): readonly NavLink[] {
  return [
    {
      to: '/organization/tasks-details',
      label: i18n.t('Tasks Details'),
      icon: <IconListDetails {...ICON} />,
    },
    { to: '/organization-info', label: i18n.t('User Management'), icon: <IconUsers {...ICON} /> },
  ];
}

interface NavItemProps extends NavLink {
  readonly collapsed: boolean;
  /** True when the current screen belongs to the link but has another address. */
  readonly isAround: boolean;
}

function NavItem({ to, icon, label, collapsed, isAround }: NavItemProps) {
  return (
    <Link
      to={to}
      className={styles['item']}
      activeProps={{ 'data-active': true }}
      data-active={isAround || undefined}
      aria-label={collapsed ? label : undefined}
      data-tip={collapsed ? label : undefined}
      data-tip-side="right"
    >
      {icon}
      {collapsed ? null : <span>{label}</span>}
    </Link>
  );
}
