import styles from './overview.module.css';

/** Progress line below a page that is still being read. Shown after a delay: most devices have finished by then. */
export function ReadingLine({ share }: { readonly share: number | undefined }) {
  return (
    <div className={styles['reading']}>
      <progress className={styles['share']} max={1} value={share ?? 0} aria-label="Reading tasks" />
      <span>Looking through all tasks… {percent(share ?? 0)}</span>
    </div>
  );
}

export function percent(share: number): string {
  return `${String(Math.floor(share * 100))} %`;
}
