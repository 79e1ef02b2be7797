import { type ReactNode, useRef } from 'react';
import { usePassedFocus } from '../../ui/focus/use-passed-focus.ts';
import styles from './outbox-panel.module.css';

/** Entry of what has no form any more. When it is discarded, the focus goes to the next entry, from the last one to the panel. */
export function LeftEntry({ children }: { readonly children: ReactNode }) {
  const entry = useRef<HTMLLIElement>(null);
  usePassedFocus(entry);
  return (
    <li ref={entry} className={styles['entry']}>
      {children}
    </li>
  );
}
