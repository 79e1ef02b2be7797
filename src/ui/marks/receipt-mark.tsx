import { Popover } from '@mantine/core';
import { IconCheck, IconChecks, IconClock, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useNow } from '../hooks/use-now.ts';
import { instantInSentence } from '../text/date-format.ts';
import { i18n } from '../../i18n/i18n.ts';
import classes from './receipt-mark.module.css';

/** How far something that the viewer has written has come. */
export type ReceiptState = 'here' | 'server' | 'device' | 'seen';

export interface ReceiptPerson {
  readonly id: string;
  readonly name: string;
  /** Last contact of their device with the server, in milliseconds; undefined: unknown or of no interest. */
  readonly syncedAt?: number | undefined;
}

export interface ReceiptGroup {
  readonly state: ReceiptState;
  readonly people: readonly ReceiptPerson[];
  /** Replaces the heading of the state, where less is known of these people. */
  readonly heading?: string;
}

interface Props {
  readonly state: ReceiptState;
  /** The state in words, with names. */
  readonly text: string;
  /** Accessible name of the list of people. */
  readonly title: string;
  readonly groups: readonly ReceiptGroup[];
  /** Sentences below the people. */
  readonly notes?: readonly string[];
  /** The state is written beside the icon. */
  readonly hasLabel?: boolean;
  /** Messages have a seen or unseen eye (sessions spec, 2 "Chat area"). */
  readonly icons?: keyof typeof ICONS;
}

const ICON = { size: 14, stroke: 1.5, 'aria-hidden': true } as const;
const ICONS = {
  work: { here: IconClock, server: IconCheck, device: IconChecks, seen: IconEye },
  message: { here: IconClock, server: IconEyeOff, device: IconEyeOff, seen: IconEye },
} as const;

/** Mark of a row of the viewer's own: on this device, at the server, on a device of others, seen by them. A tap shows the names. */
export function ReceiptMark({
  state,
  text,
  title,
  groups,
  notes = [],
  hasLabel = false,
  icons = 'work',
}: Props) {
  const [isOpen, setOpen] = useState(false);
  const Icon = ICONS[icons][state];
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      width={260}
      position="bottom-end"
      // The dropdown has a name of its own, not that of the button.
      withRoles={false}
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <button
          type="button"
          className={classes.mark}
          aria-label={text}
          aria-expanded={isOpen}
          aria-haspopup="dialog"
          data-receipt={state}
          data-labelled={hasLabel || undefined}
          data-tip={hasLabel ? undefined : text}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon {...ICON} />
          {hasLabel && <span aria-hidden="true">{text}</span>}
        </button>
      </Popover.Target>
      <Popover.Dropdown
        // A popover that Mantine positions and traps the focus in.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="dialog"
        className={classes.people}
        data-own-escape
        aria-label={title}
        tabIndex={-1}
      >
        {groups.map((group) => (
          <People key={group.state} {...group} />
        ))}
        {notes.map((note) => (
          <p key={note} className={classes.heading}>
            {note}
          </p>
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}

/** The state of one row in words: the furthest that it has come, with the first name and the number of others. */
export function receiptText(state: ReceiptState, names: readonly string[]): string {
  if (state === 'here') return i18n.t('On this device');
  const [name] = names;
  if (name === undefined || state === 'server') return i18n.t('At the server');
  const count = names.length - 1;
  if (state === 'seen') {
    if (count === 0) return i18n.t('Seen by {name}', { name });
    return i18n.t(
      '{count, plural, one {Seen by {name} and # other} other {Seen by {name} and # others}}',
      { name, count },
    );
  }
  if (count === 0) return i18n.t("On {name}'s device", { name });
  return i18n.t(
    '{count, plural, one {On the devices of {name} and # other} other {On the devices of {name} and # others}}',
    { name, count },
  );
}

function headingOf(state: ReceiptState): string {
  if (state === 'seen') return i18n.t('Seen by');
  return state === 'device'
    ? i18n.t('On a device of')
    : i18n.t('At the server, not on a device yet of');
}

function People({ state, people, heading = headingOf(state) }: ReceiptGroup) {
  const now = useNow(60_000);
  const id = useId();
  if (people.length === 0) return null;
  return (
    <>
      <p id={id} className={classes.heading}>
        {heading}
      </p>
      <ul aria-labelledby={id} className={classes.list}>
        {people.map(({ id: person, name, syncedAt }) => (
          <li key={person}>
            <span>{name}</span>
            {syncedAt !== undefined && <LastSync at={syncedAt} now={now} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function LastSync({ at, now }: { readonly at: number; readonly now: number }) {
  const iso = new Date(at).toISOString();
  const time = instantInSentence(iso, now);
  return <time dateTime={iso}>{i18n.t('synced {time}', { time })}</time>;
}
