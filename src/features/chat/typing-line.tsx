import styles from './typing.module.css';

interface TypingLineProps {
  /** Organisation users who are writing now. */
  readonly typing: readonly string[];
  readonly nameOf: (orgUserId: string) => string;
}

/** Who is writing; the line keeps its place, so that nothing moves when somebody begins. */
export function TypingLine({ typing, nameOf }: TypingLineProps) {
  return (
    <p className={styles['line']} aria-live="polite">
      {textOf(typing.map(nameOf))}
    </p>
  );
}

function textOf([first, second, ...more]: readonly string[]): string {
  if (first === undefined) return '';
  if (second === undefined) return `${first} is typing…`;
  return more.length === 0 ? `${first} and ${second} are typing…` : 'Several people are typing…';
}
