import type { OutboxItem } from '../../data/sync-status.ts';
import styles from './outbox-panel.module.css';

/** Description of a change and its location; the location distinguishes two changes with the same description. */
export function EntryText({ item: { description, place } }: { readonly item: OutboxItem }) {
  const where = place.filter((name) => !description.includes(name));
  return (
    <span className={styles['what']}>
      {description}
      {where.length === 0 ? null : <span className={styles['where']}>{where.join(' · ')}</span>}
    </span>
  );
}
