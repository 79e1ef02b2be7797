import { UnstyledButton } from '@mantine/core';
import {
  IconChecklist,
  IconHome,
  IconLayoutKanban,
  IconMenu2,
  IconMessages,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { i18n } from '../../i18n/i18n.ts';
import { ICON } from '../../ui/marks/icon.ts';
import { AddMenu } from './add-menu.tsx';
import styles from './bottom-bar.module.css';
import { useLastBoard } from './last-board.ts';
import { useIsInChat } from './use-is-in-chat.ts';

const TAB = { className: styles['item'], activeProps: { 'data-active': true } } as const;

interface BottomBarProps {
  readonly onNewTask: () => void;
  readonly onMore: () => void;
}

/** Bottom bar of the phone, with the add button in its middle. */
export function BottomBar({ onNewTask, onMore }: BottomBarProps) {
  const lastBoard = useLastBoard();
  const isInChat = useIsInChat();
  return (
    <nav className={styles['bar']} aria-label={i18n.t('Main')}>
      <Link to="/home-view" {...TAB}>
        <IconHome {...ICON} size={22} />
        {i18n.t('Home')}
      </Link>
      {lastBoard === undefined ? (
        <Link to="/workspace/dashboard" {...TAB}>
          <IconLayoutKanban {...ICON} size={22} />
          {i18n.t('Board')}
        </Link>
      ) : (
        <Link to="/workspace/$slug" params={{ slug: lastBoard }} {...TAB}>
          <IconLayoutKanban {...ICON} size={22} />
          {i18n.t('Board')}
        </Link>
      )}
      <AddMenu place="bar" onNewTask={onNewTask} />
      <Link to="/mytasks" {...TAB}>
        <IconChecklist {...ICON} size={22} />
        {i18n.t('My tasks')}
      </Link>
      <Link to="/chat/users-list" {...TAB} data-active={isInChat || undefined}>
        <IconMessages {...ICON} size={22} />
        {i18n.t('Chat')}
      </Link>
      <UnstyledButton className={styles['item']} onClick={onMore}>
        <IconMenu2 {...ICON} size={22} />
        {i18n.t('More')}
      </UnstyledButton>
    </nav>
  );
}
