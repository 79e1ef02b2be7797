import type { Project } from '../../../../model/entities/project.ts';
import { useFile } from '../../../data/files.ts';
import { initialsOf } from '../../../ui/marks/person-avatar.tsx';
import styles from './today.module.css';

/** Picture of a project, or its initials. The name is beside it. */
export function ProjectBadge({ project }: { readonly project: Project }) {
  const image = useFile(project.background_image);
  const url = image?.smallUrl ?? image?.url;
  return (
    <span className={styles['badge']} aria-hidden="true">
      {url === undefined ? initialsOf(project.name) : <img src={url} alt="" />}
    </span>
  );
}
