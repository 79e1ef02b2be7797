import { useState } from 'react';
import styles from './image-badge.module.css';
import { initialsOf } from './person-avatar.tsx';

interface ImageBadgeProps {
  readonly name: string;
  /** Address of the picture; undefined without one. */
  readonly url: string | undefined;
  /** Size of a line of text. */
  readonly isSmall?: boolean;
}

/** Picture of a project or workspace; its initials without one, and where it cannot be loaded. The name is beside it. */
export function ImageBadge({ name, url, isSmall = false }: ImageBadgeProps) {
  const [failed, setFailed] = useState<string>();
  return (
    <span className={styles['badge']} data-small={isSmall || undefined} aria-hidden="true">
      {url === undefined || url === failed ? (
        initialsOf(name)
      ) : (
        <img src={url} alt="" onError={() => setFailed(url)} />
      )}
    </span>
  );
}
