import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconHome,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconNote,
  IconStack2,
  IconUsers,
} from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isAdministrative } from '../../../model/permissions/actor.ts';
import { useAccount, useActor } from '../../data/client.tsx';
import { useOrganization } from '../../data/organizations.ts';
import { ICON } from '../../ui/icon.ts';
import styles from './navigation.module.css';
import { WorkspaceList } from './workspace-list.tsx';

interface NavigationProps {
  readonly collapsed: boolean;
  readonly onToggle?: () => void;
}

/** The left navigation: links to the screens there are, and the workspaces with their projects. */
export function Navigation({ collapsed, onToggle }: NavigationProps) {
  const actor = useActor();
  const account = useAccount();
  const organization = useOrganization();
  return (
    <nav className={styles['nav']} data-collapsed={collapsed} aria-label="Main">
      <div className={styles['head']}>
        {collapsed ? null : (
          <span className={styles['name']}>
            {organization?.name ?? account?.record.orgName ?? ' '}
          </span>
        )}
        {onToggle === undefined ? null : (
          <ActionIcon
            className={styles['toggle']}
            variant="transparent"
            aria-label={collapsed ? 'Expand navigation' : 'Collapse navigation'}
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
        <NavItem to="/home-view" icon={<IconHome {...ICON} />} label="Home" collapsed={collapsed} />
        <NavItem
          to="/workspace/dashboard"
          icon={<IconStack2 {...ICON} />}
          label="Workspaces"
          collapsed={collapsed}
        />
        <NavItem
          to="/notes-view"
          icon={<IconNote {...ICON} />}
          label="Notes"
          collapsed={collapsed}
        />
        {actor !== undefined && isAdministrative(actor) ? (
          <NavItem
            to="/organization-info"
            icon={<IconUsers {...ICON} />}
            label="User Management"
            collapsed={collapsed}
          />
        ) : null}
        {collapsed ? null : <WorkspaceList />}
      </div>
    </nav>
  );
}

interface NavItemProps {
  readonly to: LinkProps['to'];
  readonly icon: ReactNode;
  readonly label: string;
  readonly collapsed: boolean;
}

function NavItem({ to, icon, label, collapsed }: NavItemProps) {
  const link = (
    <Link
      to={to}
      className={styles['item']}
      activeProps={{ 'data-active': true }}
      aria-label={collapsed ? label : undefined}
    >
      {icon}
      {collapsed ? null : <span>{label}</span>}
    </Link>
  );
  return collapsed ? (
    <Tooltip label={label} position="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}
