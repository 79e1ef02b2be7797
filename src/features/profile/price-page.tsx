import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { i18n, message } from '../../i18n/i18n.ts';
import { ICON } from '../../ui/marks/icon.ts';
import { Logo } from '../../ui/marks/logo.tsx';
import styles from './price-page.module.css';

const INCLUDED = [
  message('Any number of organisations, people, workspaces and projects'),
  message('Boards, tasks, subtasks, comments, files, notes and to-do lists'),
  message('Work without a network: everything you may see is on your device'),
  message('Chat, groups and notifications'),
  message('Levels, roles and rights for each organisation'),
  message('Dashboards and lists over all projects'),
  message('An installable app for computers and phones'),
  message('A documented REST interface to everything'),
  message('Backup, restore and your data as files'),
  message('Updates, as they are released'),
];

/** Price and features of self-hosting (product.md, 11). */
export function PricePage({ isSignedIn }: { readonly isSignedIn: boolean }) {
  useDocumentTitle(`${i18n.t('Price')} · Cairn`);
  return (
    <main className={styles['page']}>
      <Link to="/" className={styles['brand']}>
        <Logo size={26} />
        Cairn
      </Link>
      <h1 className={styles['title']}>{i18n.t('Price')}</h1>
      <p className={styles['lead']}>
        {i18n.t(
          'Cairn runs on your own machine. There are no plans, no seats and no limits to buy your way out of.',
        )}
      </p>
      <div className={styles['price']}>
        <span className={styles['amount']}>{i18n.t('Nothing')}</span>
        <span className={styles['unit']}>
          {i18n.t('for everybody in your organisation, for good')}
        </span>
      </div>
      <h2 className={styles['heading']}>{i18n.t('What is included')}</h2>
      <ul className={styles['list']}>
        {INCLUDED.map((text) => (
          <li key={text.id} className={styles['item']}>
            <IconCheck {...ICON} />
            <span>{i18n.t(text)}</span>
          </li>
        ))}
      </ul>
      <h2 className={styles['heading']}>{i18n.t('What you provide')}</h2>
      <p className={styles['text']}>
        {i18n.t(
          'One computer that runs Node, with room for your files. A database is built in; PostgreSQL, a mail server and an object store can be added when you grow.',
        )}
      </p>
      <h2 className={styles['heading']}>{i18n.t('Licence')}</h2>
      <p className={styles['text']}>
        {i18n.t(
          'Cairn is free software under the GNU Affero General Public License: you may use it, read it, change it and pass it on.',
        )}
      </p>
      <div className={styles['actions']}>
        {isSignedIn ? (
          <Button component={Link} to="/home-view">
            {i18n.t('Go to Home')}
          </Button>
        ) : (
          <>
            <Button component={Link} to="/signup">
              {i18n.t('Sign up')}
            </Button>
            <Button component={Link} to="/" variant="default">
              {i18n.t('Sign in')}
            </Button>
          </>
        )}
      </div>
    </main>
  );
}
