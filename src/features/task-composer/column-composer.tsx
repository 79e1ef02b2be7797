import { Button, CloseButton } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useEffect, useRef } from 'react';
import type { Card } from '../../../model/entities/card.ts';
import { useActor } from '../../data/client.tsx';
import type { TaskStart } from '../../data/task-start.ts';
import { i18n } from '../../i18n/i18n.ts';
import { CardChip, ComposerChips } from './composer-chips.tsx';
import { ComposerField, focusText, PLACEHOLDER } from './composer-field.tsx';
import { startOf, useComposer } from './use-composer.ts';
import { useSend } from './use-send.ts';
import classes from './task-composer.module.css';

/** Composer outside a column, where the card can be chosen. */
interface Place {
  readonly place: string;
  /** Due date of tasks whose text has none. */
  readonly date: string | undefined;
  readonly cards: readonly Card[];
  readonly onCard: (cardId: string) => void;
}

interface Props {
  readonly card: Card;
  /** Undefined: at the foot of the card's column. */
  readonly at: Place | undefined;
  readonly onAdded: (ids: readonly string[]) => void;
  /** Opens the whole form with what was typed. */
  readonly onMore: (start: TaskStart) => void;
  readonly onClose: () => void;
}

/**
 * Composer at the foot of a column or a list, or on a day: type, Enter, next. It stays open until Escape; its text survives closing
 * and a reload.
 */
export function ColumnComposer({ card, at, onAdded, onMore, onClose }: Props) {
  const special = useActor()?.specialRole === true;
  const draft = at === undefined ? card.id : `${card.project}:${at.place}`;
  const composer = useComposer(card, `composer:${draft}`, at?.date);
  const { send, problem } = useSend(composer, onAdded);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    focusText(box.current);
    box.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);
  const more = () => onMore(startOf(composer));
  const key = (event: KeyboardEvent) => {
    const isOwn = event.target instanceof HTMLTextAreaElement;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) more();
    else if (event.key === 'Escape' && isOwn && !isListOpen(event.target)) onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const on = { card: card.name };
  const label = special
    ? i18n.t('Task Details for {card}', on)
    : i18n.t('Task name for {card}', on);
  return (
    <div
      ref={box}
      className={classes['composer']}
      data-composer
      data-own-escape
      onKeyDownCapture={key}
    >
      <ComposerField
        composer={composer}
        project={card.project}
        label={label}
        placeholder={i18n.t(PLACEHOLDER)}
        side="above"
        isInvalid={problem !== undefined}
        onSend={send}
      />
      <ComposerChips
        composer={composer}
        lead={at !== undefined && <CardChip card={card} cards={at.cards} onCard={at.onCard} />}
      />
      {problem !== undefined && (
        <p className={classes['problem']} role="alert">
          {problem}
        </p>
      )}
      <div className={classes['foot']}>
        <Button size="compact-sm" onClick={send} disabled={composer.lines.length === 0}>
          {composer.lines.length > 1
            ? i18n.t('{count, plural, one {Add # task} other {Add # tasks}}', {
                count: composer.lines.length,
              })
            : i18n.t('Add')}
        </Button>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={more}>
          {i18n.t('More')}
        </Button>
        <span className={classes['grow']} />
        <CloseButton
          size="sm"
          aria-label={i18n.t('Close the composer of {card}', on)}
          onClick={onClose}
        />
      </div>
    </div>
  );
}

function isListOpen(target: EventTarget | null): boolean {
  return target instanceof Element && target.getAttribute('aria-controls') !== null;
}
