import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { Card } from '../../../../model/entities/card.ts';
import { mayCreateTask } from '../../../../model/permissions/task.ts';
import { useAllowed } from '../../../data/client.tsx';
import type { TaskStart } from '../../../data/task-start.ts';
import type { BoardPanel } from '../panels/board-panel.ts';

/** Composer outside a column. */
export interface ComposerPlace {
  /** Identifies it on this board; the key of its button. */
  readonly place: string;
  /** Due date of tasks whose text has none. */
  readonly date: string | undefined;
  /** Cards to choose from. */
  readonly cards: readonly Card[];
  readonly onCard: (cardId: string) => void;
}

export interface ComposerProps {
  readonly card: Card;
  /** Undefined: at the foot of its column. */
  readonly at: ComposerPlace | undefined;
  readonly onAdded: (taskIds: readonly string[]) => void;
  /** Opens the whole form with what was typed. */
  readonly onMore: (start: TaskStart) => void;
  readonly onClose: () => void;
}

/** Composer of a board: at most one place has it. */
export interface Composing {
  /** Id of the column, or another place. */
  readonly column: string | undefined;
  /** Task that it added last; its column scrolls to it. */
  readonly added: string | undefined;
  /** Checks the right first. */
  readonly open: (column: string) => void;
  readonly render: (card: Card, at?: ComposerPlace) => ReactNode;
}

interface Input {
  readonly composer: (props: ComposerProps) => ReactNode;
  readonly openPanel: (panel: BoardPanel) => void;
  /** True while the form of a new task is open: it may have the text of the composer. */
  readonly isCovered: boolean;
}

export function useComposing({ composer, openPanel, isCovered }: Input): Composing {
  const [column, setColumn] = useState<string>();
  const [added, setAdded] = useState<string>();
  const allowed = useAllowed();
  const open = useCallback(
    (columnId: string) => {
      void allowed(mayCreateTask).then((may) => {
        if (may) setColumn(columnId);
      });
    },
    [allowed],
  );
  const render = useCallback(
    (card: Card, at?: ComposerPlace) =>
      composer({
        card,
        at,
        onAdded: (ids) => setAdded(ids.at(-1)),
        onMore: (start) =>
          openPanel({ kind: 'add', card: card.id, multi: start.assignees.length > 1, start }),
        onClose: () => {
          setColumn(undefined);
          focusFoot(at?.place ?? card.id);
        },
      }),
    [composer, openPanel],
  );
  const shown = isCovered ? undefined : column;
  return useMemo(() => ({ column: shown, added, open, render }), [shown, added, open, render]);
}

/** The button that the composer replaced takes the focus back when it is rendered again. */
function focusFoot(place: string): void {
  requestAnimationFrame(() => {
    document
      .querySelector<HTMLElement>(`[data-compose="${CSS.escape(place)}"]`)
      ?.focus({ preventScroll: true });
  });
}
