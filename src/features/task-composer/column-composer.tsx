import { Button, CloseButton } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useEffect, useRef } from 'react';
import type { Card } from '../../../model/entities/card.ts';
import { useActor } from '../../data/client.tsx';
import type { TaskStart } from '../../data/task-start.ts';
import { ComposerChips } from './composer-chips.tsx';
import { ComposerField, focusText, PLACEHOLDER } from './composer-field.tsx';
import { startOf, useComposer } from './use-composer.ts';
import { useSend } from './use-send.ts';
import classes from './task-composer.module.css';

interface Props {
  readonly card: Card;
  readonly onAdded: (ids: readonly string[]) => void;
  /** Opens the whole form with what was typed. */
  readonly onMore: (start: TaskStart) => void;
  readonly onClose: () => void;
}

/**
 * Composer at the foot of a column: type, Enter, next. It stays open until Escape; its text survives closing
 * and a reload.
 */
export function ColumnComposer({ card, onAdded, onMore, onClose }: Props) {
  const special = useActor()?.specialRole === true;
  const composer = useComposer(card, `composer:${card.id}`);
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
  const label = special ? 'Task Details' : 'Task name';
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
        label={`${label} for ${card.name}`}
        placeholder={PLACEHOLDER}
        side="above"
        isInvalid={problem !== undefined}
        onSend={() => void send()}
      />
      <ComposerChips composer={composer} />
      {problem !== undefined && (
        <p className={classes['problem']} role="alert">
          {problem}
        </p>
      )}
      <div className={classes['foot']}>
        <Button
          size="compact-sm"
          onClick={() => void send()}
          disabled={composer.lines.length === 0}
        >
          {composer.lines.length > 1 ? `Add ${composer.lines.length} tasks` : 'Add'}
        </Button>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={more}>
          More
        </Button>
        <span className={classes['grow']} />
        <CloseButton
          size="sm"
          aria-label={`Close the composer of ${card.name}`}
          onClick={onClose}
        />
      </div>
    </div>
  );
}

function isListOpen(target: EventTarget | null): boolean {
  return target instanceof Element && target.getAttribute('aria-controls') !== null;
}
