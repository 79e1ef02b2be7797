import { type ReactNode, useId } from 'react';
import styles from './profile-page.module.css';

interface SectionProps {
  readonly title: string;
  readonly hint?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, hint, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id} className={styles['heading']}>
        {title}
      </h2>
      {hint === undefined ? null : <p className={styles['hint']}>{hint}</p>}
      {children}
    </section>
  );
}
