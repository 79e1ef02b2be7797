import { UnstyledButton } from '@mantine/core';
import { IconHome, IconLayoutKanban, IconMenu2, IconNote } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ICON } from '../../ui/icon.ts';
import { AddMenu } from './add-menu.tsx';
import styles from './bottom-bar.module.css';
import { useLastBoard } from './last-board.ts';

const TAB = { className: styles['item'], activeProps: { 'data-active': true } } as const;

/** The phone's bottom bar, and above it the floating add button. */
export function BottomBar({ onMore }: { readonly onMore: () => void }) {
  const lastBoard = useLastBoard();
  return (
    <>
      <nav className={styles['bar']} data-bottom aria-label="Main">
        <Link to="/home-view" {...TAB}>
          <IconHome {...ICON} size={22} />
          Home
        </Link>
        {lastBoard === undefined ? (
          <Link to="/workspace/dashboard" {...TAB}>
            <IconLayoutKanban {...ICON} size={22} />
            Board
          </Link>
        ) : (
          <Link to="/workspace/$slug" params={{ slug: lastBoard }} {...TAB}>
            <IconLayoutKanban {...ICON} size={22} />
            Board
          </Link>
        )}
        <Link to="/notes-view" {...TAB}>
          <IconNote {...ICON} size={22} />
          Notes
        </Link>
        <UnstyledButton className={styles['item']} onClick={onMore}>
          <IconMenu2 {...ICON} size={22} />
          More
        </UnstyledButton>
      </nav>
      <aside aria-label="Personal tools">
        <AddMenu place="float" />
      </aside>
    </>
  );
}
