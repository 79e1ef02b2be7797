import type { TaskStart } from '../../../data/task-start.ts';

/** Panel beside a board; an open task comes before it. */
export type BoardPanel =
  | {
      readonly kind: 'add';
      readonly card: string;
      readonly multi: boolean;
      /** Text typed in a composer. */
      readonly start?: TaskStart;
    }
  | { readonly kind: 'tasks' }
  | { readonly kind: 'cards' }
  | { readonly kind: 'labels' }
  | { readonly kind: 'templates' };
