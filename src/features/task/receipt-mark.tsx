import { Popover } from '@mantine/core';
import { IconCheck, IconChecks } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { usePersonName } from '../../data/people.ts';
import { type Receipt, receiptsOfRow, useReceipts } from '../../data/receipts.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { formatInstant } from '../../ui/text/date-format.ts';
import classes from './receipt-mark.module.css';

interface Props {
  /** Version of the row. */
  readonly v: number;
  /** True for comments, subtasks and files. */
  readonly isDetail: boolean;
  /** The row, in the accessible name of the list of people. */
  readonly what: string;
  /** The state is written beside the icon. */
  readonly hasLabel?: boolean;
}

const ICON = { size: 14, stroke: 1.5, 'aria-hidden': true } as const;

/** How far a row of the viewer's own has come: at the server, or on devices of others. A tap shows whose (RECEIPT-2). */
export function ReceiptMark({ v, isDetail, what, hasLabel = false }: Props) {
  const receipts = useReceipts();
  const nameOf = usePersonName();
  const [isOpen, setOpen] = useState(false);
  const { reached, missing } = receiptsOfRow(receipts ?? [], { v, isDetail });
  const state = stateText(reached, nameOf);
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
          aria-label={state}
          aria-expanded={isOpen}
          aria-haspopup="dialog"
          data-receipt={reached.length === 0 ? 'server' : 'device'}
          data-tip={hasLabel ? undefined : state}
          onClick={() => setOpen(!isOpen)}
        >
          {reached.length === 0 ? <IconCheck {...ICON} /> : <IconChecks {...ICON} />}
          {hasLabel && <span aria-hidden="true">{state}</span>}
        </button>
      </Popover.Target>
      <Popover.Dropdown
        // A popover that Mantine positions and traps the focus in.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="dialog"
        data-own-escape
        aria-label={i18n.t('Who has received {what}', { what })}
        tabIndex={-1}
      >
        {receipts === undefined ? (
          <p className={classes.heading}>
            {i18n.t('At the server. Whose devices have it is shown with a network.')}
          </p>
        ) : (
          <>
            <People heading={i18n.t('On a device of')} people={reached} nameOf={nameOf} />
            <People heading={i18n.t('Not yet on a device of')} people={missing} nameOf={nameOf} />
            {receipts.length === 0 && (
              <p className={classes.heading}>{i18n.t('Nobody else can read this.')}</p>
            )}
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function stateText(reached: readonly Receipt[], nameOf: (id: string) => string): string {
  const [first] = reached;
  if (first === undefined) return i18n.t('At the server');
  const name = nameOf(first.organization_user);
  const count = reached.length - 1;
  if (count === 0) return i18n.t("On {name}'s device", { name });
  return i18n.t(
    '{count, plural, one {On the devices of {name} and # other} other {On the devices of {name} and # others}}',
    { name, count },
  );
}

interface PeopleProps {
  readonly heading: string;
  readonly people: readonly Receipt[];
  readonly nameOf: (id: string) => string;
}

/** People with the time of their device's last report. */
function People({ heading, people, nameOf }: PeopleProps) {
  const now = useNow(60_000);
  const id = useId();
  if (people.length === 0) return null;
  return (
    <>
      <p id={id} className={classes.heading}>
        {heading}
      </p>
      <ul aria-labelledby={id} className={classes.list}>
        {people.map(({ organization_user, reported_at }) => (
          <li key={organization_user}>
            <span>{nameOf(organization_user)}</span>
            {reported_at !== null && <LastSync at={reported_at} now={now} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function LastSync({ at, now }: { readonly at: number; readonly now: number }) {
  const iso = new Date(at).toISOString();
  const time = formatInstant(iso, now, new Date(now).getTimezoneOffset());
  return <time dateTime={iso}>{i18n.t('synced {time}', { time })}</time>;
}
