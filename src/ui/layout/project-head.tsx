import type { ReactNode } from 'react';
import styles from './project-head.module.css';

interface ProjectHeadProps {
  /** Undefined while it is read: the header then keeps its space, so that nothing moves. */
  readonly name: string | undefined;
  /** Beside the name, for example that the project is archived. */
  readonly hint?: string | undefined;
  readonly tabs?: ReactNode;
  /** Controls of the screen. */
  readonly children?: ReactNode;
}

/** Header of a project, at the same place on each of its screens. */
export function ProjectHead({ name, hint, tabs, children }: ProjectHeadProps) {
  if (name === undefined) return <div className={styles['head']} />;
  return (
    <header className={styles['head']} data-project-head>
      <h1 className={styles['title']}>{name}</h1>
      {hint === undefined ? null : <span className={styles['hint']}>{hint}</span>}
      <div className={styles['tabs']}>{tabs}</div>
      {children}
    </header>
  );
}
