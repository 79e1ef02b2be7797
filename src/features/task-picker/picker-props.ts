import type { Task } from '../../../model/entities/task.ts';
import type { TypedAhead } from '../../ui/focus/typed-ahead.ts';

/** Props of the picker of one property. */
export interface PickerProps {
  /** At least one task; all of one project. */
  readonly tasks: readonly Task[];
  /** Name of the task, or their number. */
  readonly subject: string;
  /** Passes on what was typed before the field had the focus. */
  readonly deliverTyped: TypedAhead['deliver'];
  readonly onClose: () => void;
}
