import { ActionIcon } from '@mantine/core';
import { IconDots, IconPencil } from '@tabler/icons-react';
import { type KeyboardEvent, memo, Suspense, useEffect, useRef, useState } from 'react';
import type { Card } from '../../../../model/entities/card.ts';
import { type Actor, isAdministrative } from '../../../../model/permissions/actor.ts';
import { mayChangeCard } from '../../../../model/permissions/card.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { cardNameDraft } from '../../../data/cards.ts';
import { useAllowed } from '../../../data/client.tsx';
import { useHasDraft } from '../../../data/stored-drafts.ts';
import { usePendingMark } from '../../../data/sync-status.ts';
import { RowMark } from '../../../ui/marks/row-mark.tsx';
import { MenuButton } from '../../../ui/overlays/menu-button.tsx';
import { useBoardActions } from '../board-context.ts';
import { PARTS } from '../board-parts.ts';
import { grabbing } from '../drag/grab.ts';
import { useCardActions } from './use-card-actions.ts';
import classes from './column.module.css';

const { Component: CardMenuItems } = PARTS.cardMenu;
const { Component: RenameCard } = PARTS.renameCard;

interface Props {
  readonly card: Card;
  readonly count: number | undefined;
  readonly actor: Actor | undefined;
  readonly cards: readonly Card[];
  readonly onAddTask: (card: Card, multi: boolean) => void;
}

/** Steps by which Alt and an arrow key move a column. */
const CARD_STEPS: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 };

const ICON = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** Name, count, unsent mark and menu of a column; levels 1 to 3 rename, reorder and archive it (board spec, 6). */
export const ColumnHeader = memo(function ColumnHeader(props: Props) {
  const { card, count, actor, cards, onAddTask } = props;
  const [renaming, setRenaming] = useState(useHasDraft(cardNameDraft(card.id)));
  const allowed = useAllowed();
  const { grab } = useBoardActions();
  const mark = usePendingMark('cards', card.id);
  const pencil = useRef<HTMLButtonElement>(null);
  const hasClosed = useRef(false);
  useEffect(() => {
    if (renaming || !hasClosed.current) return;
    hasClosed.current = false;
    pencil.current?.focus();
  }, [renaming]);
  const administrative = actor !== undefined && isAdministrative(actor);
  if (renaming) {
    return (
      <Suspense fallback={<header className={classes.header} />}>
        <RenameCard
          card={card}
          onDone={() => {
            hasClosed.current = true;
            setRenaming(false);
          }}
        />
      </Suspense>
    );
  }
  return (
    <header
      className={classes.header}
      data-draggable={administrative || undefined}
      {...(administrative && grabbing(grab, { kind: 'card', name: card.name, id: card.id }))}
    >
      <h2 className={classes.title}>{card.name}</h2>
      <span className={classes.count} aria-hidden>
        {count}
      </span>
      <RowMark mark={mark} />
      <span className={classes.spacer} />
      {administrative && (
        <ActionIcon
          ref={pencil}
          size={24}
          className={classes.pencil}
          aria-label={i18n.t('Rename {name}', { name: card.name })}
          data-tip={i18n.t('Rename')}
          onClick={async () => {
            if (await allowed(mayChangeCard)) setRenaming(true);
          }}
        >
          <IconPencil {...ICON} />
        </ActionIcon>
      )}
      <CardMenu card={card} cards={cards} administrative={administrative} onAddTask={onAddTask} />
    </header>
  );
});

interface MenuProps extends Pick<Props, 'card' | 'cards' | 'onAddTask'> {
  readonly administrative: boolean;
}

function CardMenu({ card, cards, administrative, onAddTask }: MenuProps) {
  const { moveBy } = useCardActions(cards);
  return (
    <MenuButton
      position="bottom-end"
      width={200}
      button={(opener) => (
        <ActionIcon
          {...opener}
          size={24}
          aria-label={i18n.t('Actions for card {name}', { name: card.name })}
          data-card-menu={card.id}
          {...(administrative && {
            'aria-keyshortcuts': 'Alt+ArrowLeft Alt+ArrowRight',
            onKeyDown: (event: KeyboardEvent) => {
              const by = event.altKey ? CARD_STEPS[event.key] : undefined;
              if (by === undefined) return;
              event.preventDefault();
              event.stopPropagation();
              void moveBy(card, by).then(() => focusMenuOf(card.id));
            },
          })}
        >
          <IconDots {...ICON} />
        </ActionIcon>
      )}
    >
      <Suspense>
        <CardMenuItems
          card={card}
          cards={cards}
          administrative={administrative}
          onAddTask={onAddTask}
        />
      </Suspense>
    </MenuButton>
  );
}

/** A moved column is rendered at another position: its menu button takes the focus. */
function focusMenuOf(cardId: string): void {
  requestAnimationFrame(() => {
    const menu = document.querySelector<HTMLElement>(`[data-card-menu="${CSS.escape(cardId)}"]`);
    menu?.focus();
    menu?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  });
}
