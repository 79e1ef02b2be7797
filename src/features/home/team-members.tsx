import { Button } from '@mantine/core';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { mayInvite } from '../../../model/permissions/invitation.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useIsAdministrative } from '../../data/administrative.ts';
import { useAllowed } from '../../data/client.tsx';
import { usePeople, useRoles } from '../../data/people.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { ICON, SMALL_ICON } from '../../ui/marks/icon.ts';
import { LoadingRows } from '../../ui/layout/loading-rows.tsx';
import { PersonAvatar } from '../../ui/marks/person-avatar.tsx';
import styles from './home-page.module.css';

/** People shown before "show all". */
const SHOWN = 24;

/** Members of the organisation with links to their pages; levels 1 to 3 can invite (sessions spec, 2). */
export function TeamMembers() {
  const people = usePeople();
  const roles = useRoles();
  const allowed = useAllowed();
  const navigate = useNavigate();
  const isAdmin = useIsAdministrative();
  const active = people?.filter((person) => person.active && person.user !== '');
  const roleNames = new Map(roles?.roles.map(({ id, name }) => [id, name]));
  const list = useRef<HTMLUListElement>(null);
  const [isWhole, setWhole] = useState(false);
  const showAll = () => {
    flushSync(() => setWhole(true));
    // The button has unmounted: the focus moves to the first person who was added to the list.
    list.current?.children[SHOWN]?.querySelector('a')?.focus();
  };
  const invite = async () => {
    if (!(await allowed(mayInvite))) return;
    await navigate({ to: '.', search: (before) => ({ ...before, panel: 'invite' }) });
  };
  return (
    <section aria-labelledby="home-team">
      <div className={styles['head']}>
        <h2 id="home-team" className={styles['heading']}>
          {i18n.t('Team Members')}
        </h2>
        {isAdmin ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus {...SMALL_ICON} />}
            onClick={() => void invite()}
          >
            {i18n.t('Invite Members')}
          </Button>
        ) : null}
      </div>
      {active === undefined ? (
        <LoadingRows count={3} />
      ) : active.length === 0 ? (
        <EmptyState compact icon={<IconUsers {...ICON} size={26} />} text={i18n.t('No Data')} />
      ) : (
        <ul ref={list} className={styles['people']}>
          {(isWhole ? active : active.slice(0, SHOWN)).map((person) => (
            <li key={person.id}>
              <Link
                to="/user-info/$user_id"
                params={{ user_id: person.id }}
                search={{}}
                className={styles['member']}
              >
                <PersonAvatar
                  name={person.display_name}
                  image={person.profile_image}
                  size={32}
                  tooltip={false}
                />
                <span className={styles['names']}>
                  <span className={styles['name']}>{person.display_name}</span>
                  <span className={styles['meta']}>{roleNames.get(person.user_role) ?? ''}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {active !== undefined && active.length > SHOWN && !isWhole ? (
        <Button variant="subtle" mt="xs" onClick={showAll}>
          {i18n.t('Show all {count}', { count: active.length })}
        </Button>
      ) : null}
    </section>
  );
}
