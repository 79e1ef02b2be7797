import { useState } from 'react';
import type { Project } from '../../../model/entities/project.ts';
import { useFile } from '../../data/files.ts';
import { initialsOf } from '../../ui/marks/person-avatar.tsx';
import styles from './project-badge.module.css';

interface ProjectBadgeProps {
  readonly project: Project;
  /** Size of a line of text. */
  readonly isSmall?: boolean;
}

/** Picture of a project; its initials without one, and where it cannot be loaded. The name is beside it. */
export function ProjectBadge({ project, isSmall = false }: ProjectBadgeProps) {
  const image = useFile(project.background_image);
  const [failed, setFailed] = useState<string>();
  const url = image?.smallUrl ?? image?.url;
  return (
    <span className={styles['badge']} data-small={isSmall || undefined} aria-hidden="true">
      {url === undefined || url === failed ? (
        initialsOf(project.name)
      ) : (
        <img src={url} alt="" onError={() => setFailed(url)} />
      )}
    </span>
  );
}
