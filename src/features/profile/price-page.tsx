import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ICON } from '../../ui/marks/icon.ts';
import { Logo } from '../../ui/marks/logo.tsx';
import styles from './price-page.module.css';

const INCLUDED = [
  'Any number of organisations, people, workspaces and projects',
  'Boards, tasks, subtasks, comments, files, notes and to-do lists',
  'Work without a network: everything you may see is on your device',
  'Chat, groups and notifications',
  'Levels, roles and rights for each organisation',
  'Dashboards and lists over all projects',
  'An installable app for computers and phones',
  'A documented REST interface to everything',
  'Backup, restore and your data as files',
  'Updates, as they are released',
] as const;

/** Price and features of self-hosting (product.md, 11). */
export function PricePage({ isSignedIn }: { readonly isSignedIn: boolean }) {
  useDocumentTitle('Price · Cairn');
  return (
    <main className={styles['page']}>
      <Link to="/" className={styles['brand']}>
        <Logo size={26} />
        Cairn
      </Link>
      <h1 className={styles['title']}>Price</h1>
      <p className={styles['lead']}>
        Cairn runs on your own machine. There are no plans, no seats and no limits to buy your way
        out of.
      </p>
      <div className={styles['price']}>
        <span className={styles['amount']}>Nothing</span>
        <span className={styles['unit']}>for everybody in your organisation, for good</span>
      </div>
      <h2 className={styles['heading']}>What is included</h2>
      <ul className={styles['list']}>
        {INCLUDED.map((text) => (
          <li key={text} className={styles['item']}>
            <IconCheck {...ICON} />
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <h2 className={styles['heading']}>What you provide</h2>
      <p className={styles['text']}>
        One computer that runs Node, with room for your files. A database is built in; PostgreSQL, a
        mail server and an object store can be added when you grow.
      </p>
      <h2 className={styles['heading']}>Licence</h2>
      <p className={styles['text']}>
        Cairn is free software under the GNU Affero General Public License: you may use it, read it,
        change it and pass it on.
      </p>
      <div className={styles['actions']}>
        {isSignedIn ? (
          <Button component={Link} to="/home-view">
            Go to Home
          </Button>
        ) : (
          <>
            <Button component={Link} to="/signup">
              Sign up
            </Button>
            <Button component={Link} to="/" variant="default">
              Sign in
            </Button>
          </>
        )}
      </div>
    </main>
  );
}
