import { Link } from '@tanstack/react-router';
import type { Project } from '../../../model/entities/project.ts';
import { slugOf } from '../../../model/shared/text.ts';
import { useLabels } from '../../data/labels.ts';
import { i18n } from '../../i18n/i18n.ts';
import styles from './workspace-list.module.css';

/** Task labels of a project as sub-links, in organisations with special roles (sessions spec, 2). */
export function ProjectLabels({ project }: { readonly project: Project }) {
  const labels = useLabels(project.id);
  if (labels === undefined || labels.length === 0) return null;
  return (
    <ul
      className={styles['labels']}
      aria-label={i18n.t('Sub-tasks of {name}', { name: project.name })}
    >
      {labels.map((label) => (
        <li key={label.id}>
          <Link
            to="/sub-task/$workspaceId/$slug/$projectId/$subTaskSlug/$subTaskId"
            params={{
              workspaceId: project.workspace,
              slug: project.slug,
              projectId: project.id,
              subTaskSlug: slugOf(label.name, label.id),
              subTaskId: label.id,
            }}
            className={styles['sub']}
            activeProps={{ 'data-active': true }}
          >
            <span className={styles['label']}>{label.name}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
