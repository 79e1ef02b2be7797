import { i18n } from '../../i18n/i18n.ts';

import styles from './typing.module.css';

interface TypingLineProps {
  /** Ids of organisation users who are typing now. */
  readonly typing: readonly string[];
  readonly nameOf: (orgUserId: string) => string;
}

/** Names the people who are typing. The line keeps its height when it is empty, so that the layout does not shift. */
export function TypingLine({ typing, nameOf }: TypingLineProps) {
  return (
    <p className={styles['line']} aria-live="polite">
      {textOf(typing.map(nameOf))}
    </p>
  );
}

function textOf([first, second, ...more]: readonly string[]): string {
  if (first === undefined) return '';
  if (second === undefined) return i18n.t('{name} is typing…', { name: first });
  return more.length === 0
    ? i18n.t('{first} and {second} are typing…', { first, second })
    : i18n.t('Several people are typing…');
}
