import { Popover } from '@mantine/core';
import type { Card } from '../../../../model/entities/card.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { dateInFull } from '../../../ui/text/date-format.ts';
import type { Composing } from '../kanban/use-composing.ts';
import { PlaceComposer } from '../place-composer.tsx';
import classes from './board-calendar.module.css';

interface Props {
  readonly day: string;
  readonly cards: readonly Card[];
  readonly composing: Composing;
}

/** Plus of a day; its composer lies over the days beside it. */
export function DayComposer({ day, cards, composing }: Props) {
  return (
    <PlaceComposer
      composing={composing}
      cards={cards}
      place={day}
      date={day}
      label={i18n.t('Add a task due {date}', { date: dateInFull(day) })}
      around={(composer, button) => (
        // A question that the composer asks lies outside: only the composer closes it.
        <Popover opened width={320} position="bottom-end" shadow="md" closeOnClickOutside={false}>
          <Popover.Target>{button}</Popover.Target>
          <Popover.Dropdown className={classes.composer} data-own-escape>
            <p className={classes.popoverDay}>{dateInFull(day)}</p>
            {composer}
          </Popover.Dropdown>
        </Popover>
      )}
    />
  );
}
