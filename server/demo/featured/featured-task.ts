import type { AttachedFile } from '../attachments.ts';
import type { PictureName } from '../pictures/draw.ts';
import type { Ago } from '../timeline.ts';

/** A task with a description, people and a conversation of its own. People are named by their address. */
export interface FeaturedTask {
  readonly name: string;
  readonly description: string;
  /** Position of its card on the board, from 0. */
  readonly card: number;
  readonly label: string;
  /** Priority: 0 is the most urgent, 3 the least. */
  readonly priority: 0 | 1 | 2 | 3;
  readonly creator: string;
  readonly assignees: readonly string[];
  readonly collaborators?: readonly string[];
  /** Age in days. */
  readonly age: number;
  /** Days from today until it is due; negative when overdue, null without a date. */
  readonly due: number | null;
  /** Days from today until it starts; by default two days after it was created. */
  readonly start?: number;
  readonly picture?: PictureName;
  /** Files besides the picture, in order, each with a caption. */
  readonly files?: readonly (AttachedFile & { readonly caption?: string })[];
  /** Subtasks: name, and whether they are completed. */
  readonly subtasks?: readonly (readonly [string, boolean])[];
  readonly comments?: readonly FeaturedComment[];
  /** Time of the assignee's tick; the creator accepts it two hours later, unless `isWaiting`. */
  readonly ticked?: Ago;
  readonly isWaiting?: boolean;
}

interface FeaturedComment {
  readonly who: string;
  readonly at: Ago;
  /** `@Name` is a mention. */
  readonly text: string;
  readonly file?: AttachedFile;
}
