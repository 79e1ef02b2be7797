import { type ReactNode, useState } from 'react';
import styles from './overview.module.css';

interface FrozenScrollProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** Scrolls a table sideways under its frozen columns, which have an edge once something is below them. */
export function FrozenScroll({ label, children }: FrozenScrollProps) {
  const [isScrolled, setScrolled] = useState(false);
  return (
    <section
      className={styles['scroll']}
      aria-label={label}
      data-scrolled={isScrolled || undefined}
      onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollLeft > 0)}
    >
      {children}
    </section>
  );
}
