import type { ReactNode } from 'react';
import classes from './task-panel.module.css';

interface Props {
  readonly name: string;
  readonly children: ReactNode;
}

/** One field of a list of fields. */
export function FieldRow({ name, children }: Props) {
  return (
    <div className={classes.field}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
