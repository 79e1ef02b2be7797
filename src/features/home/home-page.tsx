import { dayAt, deviceOffset } from '../../data/local-time.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useAccount, useActor } from '../../data/client.tsx';
import { useMyTasks } from '../../data/my-tasks.ts';
import { useMe } from '../../data/people.ts';
import { useProjects } from '../../data/projects.ts';
import { Page } from '../../ui/layout/page.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { greetingOf } from './greeting.ts';
import { HomeFigures } from './home-figures.tsx';
import styles from './home-page.module.css';
import { isInMonth, type MonthChoice } from './month.ts';
import { MyTasks } from './my-tasks.tsx';
import { collaboratorsOf, tabOf } from './my-task-groups.ts';
import { NextSteps } from './next-steps.tsx';
import { ProjectList } from './project-list.tsx';
import { StartGuide } from './start-guide.tsx';
import { TeamMembers } from './team-members.tsx';
import { Today } from './today/today.tsx';
import { locale } from '../../ui/text/locale.ts';

interface HomePageProps {
  /** `YYYY-MM` or `all`; undefined is the current month. */
  readonly month: MonthChoice | undefined;
  readonly onMonth: (month: MonthChoice | undefined) => void;
}

/** Home (sessions spec, 2 "Home dashboard"). */
export function HomePage({ month, onMonth }: HomePageProps) {
  const me = useActor()?.orgUserId;
  const now = useNow(60_000);
  const today = dayAt(now, deviceOffset);
  const chosen = month ?? today.slice(0, 7);
  const all = useMyTasks(me);
  const projects = useProjects();
  const known = projects && new Set(projects.map(({ id }) => id));
  // Tasks of archived projects need no attention.
  const tasks = all?.filter(
    (task) =>
      (known === undefined || known.has(task.project)) &&
      isInMonth(task, chosen, { today, offsetAt: deviceOffset }),
  );
  return (
    <Page title={i18n.t('Home')} heading={<HomeGreeting />} hint={<Clock />}>
      <StartGuide />
      <NextSteps />
      <Today>
        {tasks === undefined || projects === undefined ? null : (
          <>
            <HomeFigures
              month={chosen}
              today={today}
              onMonth={(next) => onMonth(next === today.slice(0, 7) ? undefined : next)}
              overdue={tasks.filter((task) => tabOf(task, today) === 'Overdue').length}
              collaborators={me === undefined ? undefined : collaboratorsOf(tasks, me)}
            />
            <div className={styles['columns']}>
              <MyTasks tasks={tasks} today={today} />
              <div className={styles['side']}>
                <ProjectList />
                <TeamMembers />
              </div>
            </div>
          </>
        )}
      </Today>
    </Page>
  );
}

function HomeGreeting() {
  const me = useMe();
  const hour = new Date(useNow(60_000)).getHours();
  const account = useAccount();
  const name = me?.display_name ?? account?.record.displayName ?? i18n.t('Nil');
  return i18n.t('{greeting}, {name}', { greeting: greetingOf(hour), name });
}

/** Ticks every second (sessions spec, 2). Hidden from screen readers: they would announce every second. */
function Clock() {
  const now = new Date(useNow(1000));
  return (
    <time dateTime={now.toISOString()} aria-live="off">
      {now.toLocaleDateString(locale(), { weekday: 'long', day: 'numeric', month: 'long' })},{' '}
      {now.toLocaleTimeString(locale())}
    </time>
  );
}
