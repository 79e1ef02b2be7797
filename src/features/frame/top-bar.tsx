import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect } from 'react';
import { useAccount } from '../../data/client.tsx';
import { useFile } from '../../data/files.ts';
import { useMe } from '../../data/people.ts';
import { i18n } from '../../i18n/i18n.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { Logo } from '../../ui/marks/logo.tsx';
import { PersonAvatar } from '../../ui/marks/person-avatar.tsx';
import { MenuButton } from '../../ui/overlays/menu-button.tsx';
import { loadWhenIdle, prefetch } from '../../ui/prefetch.ts';
import { AppearanceMenu } from './appearance-menu.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import styles from './top-bar.module.css';

const accountItems = prefetch(async () => (await import('./account-items.tsx')).AccountItems);
const { Component: AccountItems } = accountItems;

const IS_MAC = /mac/i.test(navigator.userAgent);

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
  useEffect(() => loadWhenIdle([accountItems]), []);
  const me = useMe();
  const photo = useFile(me?.profile_image);
  // The device knows the name before the person's own row has been read or downloaded.
  const name = me?.display_name ?? account?.record.displayName ?? i18n.t('Nil');
  return (
    <header className={styles['bar']}>
      <div className={styles['left']}>
        <Link to="/home-view" className={styles['logo']} aria-label={i18n.t('Cairn, home')}>
          <Logo size={22} />
        </Link>
        <Breadcrumb />
      </div>
      <UnstyledButton className={styles['search']} aria-keyshortcuts="Control+K" onClick={onSearch}>
        <IconSearch {...SMALL_ICON} />
        <span className={styles['hint']}>{i18n.t('Search or go to…')}</span>
        <kbd className={styles['keys']}>{IS_MAC ? '⌘ K' : i18n.t('Ctrl K')}</kbd>
      </UnstyledButton>
      <div className={styles['right']}>
        {pill}
        {bell}
        <AppearanceMenu />
        <MenuButton
          position="bottom-end"
          width={220}
          button={(opener) => (
            <UnstyledButton {...opener} className={styles['person']}>
              <PersonAvatar name={name} image={photo?.url} size={28} tooltip={false} />
              <span className={styles['name']}>{name}</span>
              <VisuallyHidden>{i18n.t('Account menu of {name}', { name })}</VisuallyHidden>
            </UnstyledButton>
          )}
        >
          <Suspense>
            <AccountItems onSignOut={onSignOut} />
          </Suspense>
        </MenuButton>
      </div>
    </header>
  );
}
