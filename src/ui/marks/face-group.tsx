import type { ReactNode } from 'react';
import styles from './face-group.module.css';

interface FaceGroupProps {
  /** Pixels by which each picture covers the one before. */
  readonly overlap?: number;
  readonly children: ReactNode;
}

/** Pictures of several people in a row, and what follows them. */
export function FaceGroup({ overlap = 0, children }: FaceGroupProps) {
  return (
    <span className={styles['group']} style={{ '--overlap': `${overlap}px` }}>
      {children}
    </span>
  );
}
