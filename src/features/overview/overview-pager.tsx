import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { i18n } from '../../i18n/i18n.ts';
import { ICON } from '../../ui/marks/icon.ts';
import styles from './overview.module.css';

interface OverviewPagerProps {
  /** Starts at 1. */
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}

export function OverviewPager({ page, pages, onPage }: OverviewPagerProps) {
  return (
    <nav className={styles['pager']} aria-label={i18n.t('Pages')}>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={i18n.t('Previous page')}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <IconChevronLeft {...ICON} />
      </ActionIcon>
      <span className={styles['pageWords']} aria-live="polite">
        {i18n.t('Page {page} of {pages}', { page, pages })}
      </span>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={i18n.t('Next page')}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight {...ICON} />
      </ActionIcon>
    </nav>
  );
}
