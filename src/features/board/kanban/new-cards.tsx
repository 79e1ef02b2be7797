import { AddCard } from './add-card.tsx';
import { EmptyBoard, ImportButton } from './empty-board.tsx';
import classes from './empty-board.module.css';

interface Props {
  readonly project: string;
  readonly isEmpty: boolean;
}

/**
 * Last place of the board, for who may add cards. Its form is one element before and after the first card: it
 * stays open, and keeps the focus and the text, when that card replaces the offers of an empty board.
 */
export function NewCards({ project, isEmpty }: Props) {
  return (
    <div className={isEmpty ? classes['offer'] : classes['inline']}>
      {isEmpty && <EmptyBoard project={project} />}
      <div className={isEmpty ? classes['others'] : classes['inline']}>
        {isEmpty && <ImportButton />}
        <AddCard project={project} />
      </div>
    </div>
  );
}
