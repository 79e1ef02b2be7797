import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { PersonAvatar } from '../../ui/marks/person-avatar.tsx';
import { type ShortcutKey, useShortcutKeys } from '../../ui/keys/shortcut-keys.ts';
import classes from './field-chip.module.css';

interface Props {
  /** Name of the field. */
  readonly name: string;
  readonly icon?: ReactNode;
  readonly isEmpty?: boolean;
  readonly isOverdue?: boolean;
  /** Key that opens the same picker. */
  readonly shortcut?: ShortcutKey;
  /** Opens the picker; undefined: the person cannot change the value. */
  readonly onOpen: (() => void) | undefined;
  readonly children: ReactNode;
}

/** Value of a field; for those with the right a button that opens its picker. */
export function FieldChip(props: Props) {
  const { name, icon, isEmpty, isOverdue, shortcut, onOpen, children } = props;
  const keyOf = useShortcutKeys();
  const look = {
    className: classes.chip,
    'data-empty': isEmpty === true || undefined,
    'data-overdue': isOverdue === true || undefined,
  };
  const content = (
    <>
      {icon !== undefined && (
        <span className={classes.icon} aria-hidden>
          {icon}
        </span>
      )}
      <span className={classes.text}>{children}</span>
    </>
  );
  if (onOpen === undefined) {
    return (
      <span {...look} data-fixed>
        {content}
      </span>
    );
  }
  const key = shortcut === undefined ? undefined : keyOf(shortcut).toUpperCase();
  return (
    <button
      type="button"
      {...look}
      data-tip={key === undefined ? undefined : `${name}: ${key}`}
      aria-keyshortcuts={key}
      onClick={onOpen}
    >
      <VisuallyHidden>{`${name}: `}</VisuallyHidden>
      {content}
    </button>
  );
}

interface PeopleProps {
  readonly people: readonly { readonly id: string; readonly name: string }[];
  /** Text when nobody is chosen. */
  readonly empty: string;
}

/** People in a chip, each with a picture. */
export function ChipPeople({ people, empty }: PeopleProps) {
  if (people.length === 0) return <>{empty}</>;
  return (
    <span className={classes.people}>
      {people.map(({ id, name }, index) => (
        <span key={id} className={classes.person}>
          <PersonAvatar name={name} size={18} tooltip={false} />
          {name}
          {index < people.length - 1 && <VisuallyHidden>, </VisuallyHidden>}
        </span>
      ))}
    </span>
  );
}
