import { UnstyledButton } from '@mantine/core';
import { IconHome, IconLayoutKanban, IconMenu2, IconNote, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ICON } from '../../ui/icon.ts';
import styles from './bottom-bar.module.css';
import { useLastBoard } from './last-board.ts';

/** The phone's bottom bar, and above it the floating add button. */
export function BottomBar({ onMore }: { readonly onMore: () => void }) {
  const lastBoard = useLastBoard();
  return (
    <nav className={styles['bar']} aria-label="Main">
      <Link
        to="."
        search={(before) => ({ ...before, panel: 'notes' })}
        className={styles['float']}
        aria-label="Open notes"
      >
        <IconPlus {...ICON} size={24} />
      </Link>
      <Link to="/home-view" className={styles['item']} activeProps={{ 'data-active': true }}>
        <IconHome {...ICON} size={22} />
        Home
      </Link>
      {lastBoard === undefined ? (
        <Link
          to="/workspace/dashboard"
          className={styles['item']}
          activeProps={{ 'data-active': true }}
        >
          <IconLayoutKanban {...ICON} size={22} />
          Board
        </Link>
      ) : (
        <Link
          to="/workspace/$slug"
          params={{ slug: lastBoard }}
          className={styles['item']}
          activeProps={{ 'data-active': true }}
        >
          <IconLayoutKanban {...ICON} size={22} />
          Board
        </Link>
      )}
      <Link to="/notes-view" className={styles['item']} activeProps={{ 'data-active': true }}>
        <IconNote {...ICON} size={22} />
        Notes
      </Link>
      <UnstyledButton className={styles['item']} onClick={onMore}>
        <IconMenu2 {...ICON} size={22} />
        More
      </UnstyledButton>
    </nav>
  );
}
