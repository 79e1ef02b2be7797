import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Card } from '../../../model/entities/card.ts';
import { i18n } from '../../i18n/i18n.ts';
import type { Composing } from './kanban/use-composing.ts';
import classes from './place-composer.module.css';

interface Props {
  readonly composing: Composing;
  readonly cards: readonly Card[];
  /** Identifies the composer on this board: `list`, or a day. */
  readonly place: string;
  /** Due date of tasks whose text has none. */
  readonly date?: string;
  /** Name of the button where it shows only a plus. */
  readonly label?: string;
  /** Wraps the open composer. */
  readonly around?: (composer: ReactNode, button: ReactNode) => ReactNode;
}

/** Button that opens a composer outside a column; its card is chosen in the composer, the first one to begin with. */
export function PlaceComposer(props: Props) {
  const { composing, cards, place, date, label } = props;
  const [chosen, onCard] = useState<string>();
  const card = cards.find(({ id }) => id === chosen) ?? cards[0];
  if (card === undefined) return null;
  const isOpen = composing.column === place;
  const button = (
    <button
      type="button"
      data-compose={place}
      data-small={label === undefined ? undefined : true}
      className={classes.add}
      aria-label={label}
      data-tip={label === undefined ? undefined : i18n.t('Add task')}
      onClick={() => composing.open(place)}
    >
      <IconPlus size={label === undefined ? 16 : 14} stroke={1.5} aria-hidden />
      {label === undefined && i18n.t('Add task')}
    </button>
  );
  if (!isOpen) return button;
  const composer = composing.render(card, { place, date, cards, onCard });
  return props.around?.(composer, button) ?? composer;
}
