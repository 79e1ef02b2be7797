import type { OutboxItem } from '../../data/sync-status.ts';
import styles from './outbox-panel.module.css';

/** What a change does, and where: two that do the same are told apart by that. */
export function EntryText({ item: { description, place } }: { readonly item: OutboxItem }) {
  const where = place.filter((name) => !description.includes(name));
  return (
    <span className={styles['what']}>
      {description}
      {where.length === 0 ? null : <span className={styles['where']}>{where.join(' · ')}</span>}
    </span>
  );
}
