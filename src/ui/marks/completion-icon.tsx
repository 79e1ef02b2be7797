import {
  IconCircle,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleDot,
} from '@tabler/icons-react';

interface CompletionIconProps {
  /** Open, completed by the assignee and waiting, or accepted by the creator. */
  readonly state: 'open' | 'waiting' | 'accepted';
  /** False: this person cannot tick it, and an open circle is dashed. */
  readonly isTickable: boolean;
}

const ICONS = {
  open: IconCircle,
  waiting: IconCircleDot,
  accepted: IconCircleCheckFilled,
} as const;

/** State of a task's completion. */
export function CompletionIcon({ state, isTickable }: CompletionIconProps) {
  const Icon = state === 'open' && !isTickable ? IconCircleDashed : ICONS[state];
  return <Icon size={18} stroke={1.5} aria-hidden />;
}
