import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { i18n } from '../../i18n/i18n.ts';
import { Logo } from '../../ui/marks/logo.tsx';
import styles from './message-page.module.css';

export function NotFoundPage() {
  useDocumentTitle(`${i18n.t('Page not found')} · Cairn`);
  return (
    <main className={styles['page']}>
      <span className={styles['logo']}>
        <Logo size={44} />
      </span>
      <h1 className={styles['title']}>{i18n.t('Page not found')}</h1>
      <p className={styles['text']}>
        {i18n.t(
          'The link may be mistyped, or what it led to has been removed. Your work is not affected.',
        )}
      </p>
      <Button component={Link} to="/home-view">
        {i18n.t('Go to Home')}
      </Button>
    </main>
  );
}
