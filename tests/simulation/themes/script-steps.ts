import type { ActionName } from '../actions.ts';
import type { LatePath, SimulationEvent } from '../event.ts';

interface LateAnswer {
  readonly path: LatePath;
  readonly skip: number;
  readonly milliseconds: number;
}

/** Events of a theme's script in order; `prefix` begins the seed of each one's random choices. */
export function scriptSteps(prefix: string) {
  let turn = 0;
  const common = (gap: number) => {
    turn += 1;
    return { gap, pick: `${prefix}${String(turn)}` };
  };
  return {
    common,
    wait: (milliseconds: number): SimulationEvent => ({ ...common(5), kind: 'wait', milliseconds }),
    act: (device: number, gap: number, action: ActionName): SimulationEvent => ({
      ...common(gap),
      kind: 'act',
      device,
      action,
    }),
    late: (device: number, answer: LateAnswer): SimulationEvent => ({
      ...common(1),
      kind: 'late-answer',
      device,
      ...answer,
    }),
  };
}
