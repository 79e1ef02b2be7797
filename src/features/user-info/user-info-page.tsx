import { Button } from '@mantine/core';
import { IconMessage, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { OrgUser } from '../../../model/entities/org-user.ts';
import type { Project } from '../../../model/entities/project.ts';
import { useAccount } from '../../data/client.tsx';
import { useTeams } from '../../data/members.ts';
import { usePerson, useRoles } from '../../data/people.ts';
import { useProjects } from '../../data/projects.ts';
import { i18n } from '../../i18n/i18n.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { ICON, SMALL_ICON } from '../../ui/marks/icon.ts';
import { LoadingRows } from '../../ui/layout/loading-rows.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { PersonAvatar } from '../../ui/marks/person-avatar.tsx';
import linkButton from '../../ui/layout/link-button.module.css';
import { PersonTasks } from './person-tasks.tsx';
import styles from './user-info.module.css';

/** Member information: profile, contact details and the tasks that the viewer can read. */
export function UserInfoPage({ userId }: { readonly userId: string }) {
  const person = usePerson(userId);
  const roles = useRoles();
  const projects = useProjects();
  const teams = useTeams();
  // A list that came later would move the tasks below it.
  if (!roles || !projects || !teams || person === undefined) {
    return (
      <Page title={i18n.t('Member')} width="reading">
        <LoadingRows />
      </Page>
    );
  }
  if (person === null) {
    return (
      <Page title={i18n.t('Member')} width="reading">
        <EmptyState
          icon={<IconUser {...ICON} size={30} />}
          text={i18n.t('There is no such member')}
          hint={i18n.t('The link may be of another organisation, or not downloaded yet.')}
          action={
            <Button component={Link} to="/home-view" variant="default">
              {i18n.t('Go to Home')}
            </Button>
          }
        />
      </Page>
    );
  }
  return (
    <Page title={person.display_name} heading={<Who person={person} />} width="reading">
      {person.program ? (
        <p className={styles['program']}>
          {i18n.t('A program of the organisation. It acts with a token that Level 1 manages.')}
        </p>
      ) : (
        <Card person={person} roles={roles} />
      )}
      <PersonProjects
        projects={projects.filter(({ id }) =>
          (teams.get(id) ?? []).some((member) => member.person.id === person.id),
        )}
      />
      <PersonTasks person={person} />
    </Page>
  );
}

function Who({ person }: { readonly person: OrgUser }) {
  return (
    <span className={styles['who']}>
      <PersonAvatar
        name={person.display_name}
        image={person.profile_image}
        size={56}
        tooltip={false}
      />
      <span>
        {person.display_name}
        {person.program ? (
          <span className={styles['inactive']}> {i18n.t('(program)')}</span>
        ) : person.active ? null : (
          <span className={styles['inactive']}> {i18n.t('(deactivated)')}</span>
        )}
      </span>
    </span>
  );
}

interface CardProps {
  readonly person: OrgUser;
  readonly roles: NonNullable<ReturnType<typeof useRoles>>;
}

function Card({ person, roles: { roles, categories, levels } }: CardProps) {
  const me = useAccount()?.orgUserId;
  const role = roles.find(({ id }) => id === person.user_role);
  const category = categories.find(({ id }) => id === role?.role_category);
  const level = levels.find(({ id }) => id === role?.level);
  return (
    <section aria-label={i18n.t('About')}>
      <dl className={styles['facts']}>
        <Fact name={i18n.t('Role')}>{role?.name ?? '---'}</Fact>
        <Fact name={i18n.t('Category')}>{category?.name ?? '---'}</Fact>
        <Fact name={i18n.t('Level')}>{level?.name ?? '---'}</Fact>
        <Fact name={i18n.t('Email')}>
          <a href={`mailto:${person.email}`}>{person.email}</a>
        </Fact>
        <Fact name={i18n.t('Phone')}>
          {person.phone_number === '' ? (
            '---'
          ) : (
            <a href={`tel:${person.phone_number.replaceAll(' ', '')}`}>{person.phone_number}</a>
          )}
        </Fact>
      </dl>
      <div className={styles['actions']}>
        {person.id === me ? (
          <Button component={Link} to="/profilepage" variant="default">
            {i18n.t('Edit my profile')}
          </Button>
        ) : person.active && person.user !== '' ? (
          <Link
            to="/chat/chat-area/$id"
            params={{ id: person.user }}
            search={{}}
            className={linkButton['button']}
          >
            <IconMessage {...SMALL_ICON} />
            {i18n.t('Send a message')}
          </Link>
        ) : null}
      </div>
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles['fact']}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function PersonProjects({ projects }: { readonly projects: readonly Project[] }) {
  return (
    <section className={styles['section']} aria-labelledby="person-projects">
      <h2 id="person-projects" className={styles['heading']}>
        {i18n.t('Projects')}
      </h2>
      {projects.length === 0 ? (
        <p className={styles['none']}>{i18n.t('No Projects Available !!')}</p>
      ) : (
        <ul className={styles['projects']}>
          {projects.map((project) => (
            <li key={project.id}>
              <Link
                to="/workspace/$slug"
                params={{ slug: project.slug }}
                search={{}}
                className={styles['project']}
              >
                {project.name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
