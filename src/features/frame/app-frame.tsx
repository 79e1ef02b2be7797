import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { Tips } from '../../ui/overlays/tips.tsx';
import { prefetch, loadWhenIdle } from '../../ui/prefetch.ts';
import styles from './app-frame.module.css';
import { BottomBar } from './bottom-bar.tsx';
import { Navigation } from './navigation.tsx';
import { OrganizationRail } from './organization-rail.tsx';
import { TopBar } from './top-bar.tsx';

interface AppFrameProps {
  readonly bell: (collapsed: boolean) => ReactNode;
  readonly onSearch: () => void;
  readonly onNewTask: () => void;
  readonly pill: ReactNode;
  /** Notices above every screen: sign in again, new version, first download. */
  readonly banners: ReactNode;
  /** Signs out; asks first when there is unsent work. */
  readonly onSignOut: () => void;
  readonly panels: ReactNode;
  readonly children: ReactNode;
}

const navDrawer = prefetch(async () => (await import('./nav-drawer.tsx')).NavDrawer);
const { Component: NavDrawer } = navDrawer;

/** Frame around a screen: organisation rail, navigation, top bar, on phones the bottom bar (look.md, Frame). */
export function AppFrame(props: AppFrameProps) {
  const { bell, pill, banners, onSearch, onNewTask, onSignOut, panels, children } = props;
  const [collapsed, setCollapsed] = useLocalStorage({
    key: 'cairn-nav-collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const isPhone = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  const isNarrow = useMediaQuery('(max-width: 1023px)', false, { getInitialValueInEffect: false });
  const path = useLocation({ select: (location) => location.pathname });
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(path);
  useEffect(() => {
    // A new page is at the top already: reading its scroll position would force a layout.
    if (main.current === null || shownPath.current === path) return;
    shownPath.current = path;
    main.current.scrollTop = 0;
  }, [path]);
  useEffect(() => (isNarrow ? loadWhenIdle([navDrawer]) : undefined), [isNarrow]);
  // The drawer is open only at the address where it was opened, so that navigation closes it.
  const [drawerAt, setDrawerAt] = useState<string>();
  const openDrawer = () => setDrawerAt(path);
  const isRail = isNarrow || collapsed;
  return (
    <div className={styles['frame']} data-collapsed={isRail}>
      <a className="skip-link" href="#content">
        {i18n.t('Skip to content')}
      </a>
      {isPhone ? null : (
        <div className={styles['side']}>
          <OrganizationRail onNewTask={onNewTask} />
          <Navigation
            collapsed={isRail}
            bell={bell(isRail)}
            onToggle={isNarrow ? openDrawer : () => setCollapsed(!collapsed)}
          />
        </div>
      )}
      <div className={styles['column']}>
        <TopBar
          bell={isPhone ? bell(false) : null}
          pill={pill}
          onSearch={onSearch}
          onSignOut={onSignOut}
        />
        {banners}
        <main id="content" ref={main} className={styles['main']} tabIndex={-1}>
          {children}
        </main>
      </div>
      {isPhone ? <BottomBar onNewTask={onNewTask} onMore={openDrawer} /> : null}
      <Suspense>
        {isNarrow && drawerAt === path ? (
          <NavDrawer onNewTask={onNewTask} onClose={() => setDrawerAt(undefined)} />
        ) : null}
      </Suspense>
      {panels}
      <Tips />
    </div>
  );
}
