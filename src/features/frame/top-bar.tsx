import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import {
  IconActivity,
  IconFileImport,
  IconFileZip,
  IconLogout,
  IconSearch,
  IconUser,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PanelName } from '../../data/app-search.ts';
import { useAccount } from '../../data/client.tsx';
import { useFile } from '../../data/files.ts';
import { useMe } from '../../data/people.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { Logo } from '../../ui/marks/logo.tsx';
import { PersonAvatar } from '../../ui/marks/person-avatar.tsx';
import { AppearanceMenu } from './appearance-menu.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import styles from './top-bar.module.css';

const SEARCH_KEYS = /mac/i.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

interface TopBarProps {
  /** Absent when the navigation shows it. */
  readonly bell: ReactNode;
  readonly onSearch: () => void;
  readonly pill: ReactNode;
  readonly onSignOut: () => void;
}

/** Top bar: logo, breadcrumb, search, sync pill, appearance, account. */
export function TopBar({ bell, pill, onSearch, onSignOut }: TopBarProps) {
  const account = useAccount();
  const navigate = useNavigate();
  const open = (panel: PanelName) =>
    void navigate({ to: '.', search: (before) => ({ ...before, panel }) });
  const me = useMe();
  const photo = useFile(me?.profile_image);
  // The device knows the name before the person's own row has been read or downloaded.
  const name = me?.display_name ?? account?.record.displayName ?? 'Nil';
  return (
    <header className={styles['bar']}>
      <div className={styles['left']}>
        <Link to="/home-view" className={styles['logo']} aria-label="Cairn, home">
          <Logo size={22} />
        </Link>
        <Breadcrumb />
      </div>
      <UnstyledButton className={styles['search']} aria-keyshortcuts="Control+K" onClick={onSearch}>
        <IconSearch {...SMALL_ICON} />
        <span className={styles['hint']}>Search or go to…</span>
        <kbd className={styles['keys']}>{SEARCH_KEYS}</kbd>
      </UnstyledButton>
      <div className={styles['right']}>
        {pill}
        {bell}
        <AppearanceMenu />
        <Menu position="bottom-end" width={220}>
          <Menu.Target>
            <UnstyledButton className={styles['person']}>
              <PersonAvatar name={name} image={photo?.url} size={28} tooltip={false} />
              <span className={styles['name']}>{name}</span>
              <VisuallyHidden>Account menu of {name}</VisuallyHidden>
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>{me?.email ?? ''}</Menu.Label>
            <Menu.Item
              component={Link}
              to="/profilepage"
              leftSection={<IconUser {...SMALL_ICON} />}
            >
              Profile
            </Menu.Item>
            <Menu.Item
              component={Link}
              to="/testingview"
              leftSection={<IconActivity {...SMALL_ICON} />}
            >
              Diagnostics
            </Menu.Item>
            <Menu.Item leftSection={<IconFileZip {...SMALL_ICON} />} onClick={() => open('export')}>
              Export
            </Menu.Item>
            <Menu.Item
              leftSection={<IconFileImport {...SMALL_ICON} />}
              onClick={() => open('import')}
            >
              Import
            </Menu.Item>
            <Menu.Item leftSection={<IconLogout {...SMALL_ICON} />} onClick={onSignOut}>
              Logout
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </header>
  );
}
