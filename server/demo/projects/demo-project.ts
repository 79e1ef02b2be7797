import type { FeaturedTask } from '../featured/featured-task.ts';
import type { PictureName } from '../pictures/draw.ts';

/** A kind of work at several sites: `{place}` is replaced. */
export interface DemoJob {
  readonly name: string;
  readonly label: string;
  readonly description: string;
}

export interface DemoProject {
  readonly workspace: string;
  readonly name: string;
  readonly description: string;
  readonly picture: PictureName;
  /** Addresses of its people, the one who creates it first; the founder is a member of every project. */
  readonly team: readonly string[];
  readonly cards: readonly string[];
  readonly featured: readonly FeaturedTask[];
  readonly places: readonly string[];
  readonly jobs: readonly DemoJob[];
  /** True when it was archived after all its tasks were completed. */
  readonly isFinished?: boolean;
}
