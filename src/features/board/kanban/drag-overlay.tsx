import { Portal } from '@mantine/core';
import type { Ref } from 'react';
import type { BoardData } from '../board-context.ts';
import classes from './tile.module.css';
import { TileFace, tileMarks } from './tile.tsx';
import type { Moving } from '../drag/use-board-drag.ts';

interface Props {
  readonly ref: Ref<HTMLDivElement>;
  readonly moving: Moving | undefined;
  readonly data: BoardData;
  /** Number of tasks moved together, including the dragged one. */
  readonly several: number;
}

/** Drag overlay at the pointer; positioned once per frame, not by React. */
export function DragOverlay({ ref, moving, data, several }: Props) {
  if (moving?.by !== 'pointer') return null;
  return (
    <Portal>
      <div
        ref={ref}
        className={classes.hanging}
        style={{ width: moving.width, height: moving.height }}
        aria-hidden
        inert
      >
        {moving.kind === 'task' ? (
          <article
            className={`${classes.tile} ${classes.overlay}`}
            {...tileMarks(moving.task, data)}
          >
            {several > 1 && <span className={classes.several}>{several}</span>}
            <TileFace task={moving.task} data={data} {...moving.extras} tabbable={false} />
          </article>
        ) : (
          <div className={`${classes.tile} ${classes.overlay}`}>{moving.card.name}</div>
        )}
      </div>
    </Portal>
  );
}
