import { Link } from '@tanstack/react-router';
import type { Project } from '../../../model/entities/project.ts';
import { nameWithState } from '../../data/person-name.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useFile } from '../../data/files.ts';
import { useMembers } from '../../data/members.ts';
import { usePerson } from '../../data/people.ts';
import { useWorkspace } from '../../data/workspaces.ts';
import { dateInFull } from '../../ui/text/date-format.ts';
import { PersonAvatar } from '../../ui/marks/person-avatar.tsx';
import styles from './project-overview.module.css';
import { useFigures, useTasksOf } from './use-figures.ts';

interface ProjectOverviewProps {
  readonly project: Project;
  /** True while tasks may be missing on this device: the progress is then unknown. */
  readonly lacksTasks: boolean;
}

/** Description, progress and members of a project. */
export function ProjectOverview({ project, lacksTasks }: ProjectOverviewProps) {
  const workspace = useWorkspace(project.workspace);
  const creator = usePerson(project.created_by);
  const members = useMembers(project.id);
  const image = useFile(project.background_image);
  const figures = useFigures(useTasksOf(project.id));
  const done =
    figures === undefined || figures.total === 0 || lacksTasks
      ? undefined
      : Math.round((figures.completed / figures.total) * 100);
  return (
    <div className={styles['overview']}>
      <div>
        {image?.url === undefined ? null : (
          <img className={styles['image']} src={image.url} alt="" />
        )}
        <h2 className={styles['heading']}>{i18n.t('Description')}</h2>
        <p className={styles['text']}>
          {project.description === '' ? i18n.t('No description provided') : project.description}
        </p>
        <dl className={styles['facts']}>
          <dt>{i18n.t('Workspace')}</dt>
          <dd>{workspace?.name ?? '---'}</dd>
          <dt>{i18n.t('Created by')}</dt>
          <dd>{creator === null || creator === undefined ? '---' : nameWithState(creator)}</dd>
          <dt>{i18n.t('Created')}</dt>
          <dd>{dateInFull(project.created_at.slice(0, 10))}</dd>
          <dt>{i18n.t('Completed')}</dt>
          <dd>
            {done === undefined || figures === undefined ? (
              '---'
            ) : (
              <span className={styles['progress']}>
                <progress value={done} max={100} aria-label={i18n.t('Completed tasks')} />
                {i18n.t('{done} % ({completed} of {total})', {
                  done,
                  completed: figures.completed,
                  total: figures.total,
                })}
              </span>
            )}
          </dd>
        </dl>
      </div>
      <section aria-labelledby="project-team">
        <h2 id="project-team" className={styles['heading']}>
          {i18n.t('Team')}
        </h2>
        {members?.length === 0 ? <p className={styles['text']}>{i18n.t('Not assigned')}</p> : null}
        <ul className={styles['team']}>
          {members?.map(({ id, person }) => (
            <li key={id}>
              <Link
                to="/user-info/$user_id"
                params={{ user_id: person.id }}
                search={{}}
                className={styles['member']}
              >
                <PersonAvatar
                  name={person.display_name}
                  image={person.profile_image}
                  size={28}
                  tooltip={false}
                />
                {nameWithState(person)}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
