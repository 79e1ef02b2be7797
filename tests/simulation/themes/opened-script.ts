import type { ActionName } from '../actions.ts';
import type { SimulationEvent } from '../event.ts';
import type { SeededRandom } from '../random.ts';
import { scriptSteps } from './script-steps.ts';

/** Opens projects whose details it does not have. */
const READER = 0;

/** The details of an opened project arrive late, and some of its tasks have been erased meanwhile. */
export function erasedMeanwhile(
  random: SeededRandom,
  seed: string,
  drawn: readonly SimulationEvent[],
): readonly SimulationEvent[] {
  const { common, wait, act, late } = scriptSteps(`${seed}/opened`);
  const others = (...actions: readonly ActionName[]): readonly SimulationEvent[] =>
    actions.map((action, index) => act(1 + (index % 2), 50, action));
  const times = (count: number, ...actions: readonly ActionName[]) =>
    Array.from({ length: count }, () => others(...actions)).flat();
  const round = (): readonly SimulationEvent[] => [
    ...times(3, 'task-delete'),
    wait(1_000),
    late(READER, { path: 'scope', skip: 0, milliseconds: 2_500 + random.int(1_500) }),
    act(READER, 50, 'project-open'),
    wait(300 + random.int(600)),
    { ...common(5), kind: 'erase' },
    wait(6_000),
  ];
  const rounds = () => Array.from({ length: 3 }, round).flat();
  return [
    wait(4_000),
    ...times(2, 'project-create', 'project-create'),
    wait(1_500),
    ...times(4, 'card-with-tasks', 'card-with-tasks'),
    ...times(8, 'subtask-create', 'comment-create'),
    wait(2_000),
    // The next download contains outlines.
    { ...common(200), kind: 'evict', device: READER },
    { ...common(200), kind: 'open-tab', device: READER },
    wait(12_000),
    ...rounds(),
    ...drawn.slice(0, drawn.length / 2),
    ...rounds(),
  ];
}
