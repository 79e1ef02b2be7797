import { useAccount, useActor } from '../../data/client.tsx';
import { useMe } from '../../data/people.ts';
import { Page } from '../../ui/page.tsx';
import { useNow } from '../../ui/use-now.ts';
import { greetingOf } from './greeting.ts';
import styles from './home-page.module.css';
import { MyTasks } from './my-tasks.tsx';
import { ProjectList } from './project-list.tsx';

/** Home: who one is, what is to do, where one works. */
export function HomePage() {
  const actor = useActor();
  return (
    <Page title="Home" heading={<Greeting />} hint={<Clock />}>
      <div className={styles['columns']}>
        <MyTasks me={actor?.orgUserId} />
        <ProjectList />
      </div>
    </Page>
  );
}

function Greeting() {
  const me = useMe();
  const hour = new Date(useNow(60_000)).getHours();
  const account = useAccount();
  const name = me?.display_name ?? account?.record.displayName ?? 'Nil';
  return (
    <>
      {greetingOf(hour)}, {name}
    </>
  );
}

/** Ticks every second (sessions spec, 2); not announced, or nothing else could be heard. */
function Clock() {
  const now = new Date(useNow(1000));
  return (
    <time dateTime={now.toISOString()} aria-live="off">
      {now.toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })},{' '}
      {now.toLocaleTimeString('en-GB')}
    </time>
  );
}
