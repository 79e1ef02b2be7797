import type { Step } from './context.ts';

/** What a pass does during a long pull (ENG-2.6). */
export interface PullControl {
  /**
   * Called between two pages and two scopes: sends the mutations that wait. A returned step ends the pull: the pass is
   * over, or sending failed.
   */
  readonly betweenPages: () => Promise<Step | undefined>;
  readonly positions: FillPositions;
}

/** Position of each fill that a pass has interrupted, by stream and scope. Lost with the engine: the fill starts anew. */
export type FillPositions = Map<string, FillPosition>;

export interface FillPosition {
  /** Cursor of the next page. */
  readonly after: string;
  /** Epoch, and version of the first page: other ones belong to another fill, whose rows may differ. */
  readonly epoch: string;
  readonly readAt: number;
}

export function uncontrolled(): PullControl {
  return { betweenPages: () => Promise.resolve(undefined), positions: new Map() };
}
