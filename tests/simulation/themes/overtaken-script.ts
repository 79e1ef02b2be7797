import type { SimulationEvent } from '../event.ts';
import type { SeededRandom } from '../random.ts';
import { scriptSteps } from './script-steps.ts';

/** Device whose acked mutations the server loses. */
const LOSER = 0;

/**
 * A device is closed between the acknowledgement of its mutations and the pull that follows. The server then goes back to
 * a copy that is newer than the device's cursor, and others write past the versions of these mutations.
 */
export function loseAcked(
  random: SeededRandom,
  seed: string,
  drawn: readonly SimulationEvent[],
): readonly SimulationEvent[] {
  const { common, wait, act, late } = scriptSteps(`${seed}/lost`);
  const others = (count: number): readonly SimulationEvent[] =>
    Array.from({ length: count }, (_one, index) =>
      act(1 + (index % 2), 60, random.pick(['card-rename', 'task-edit', 'task-create'])),
    );
  const round = (): readonly SimulationEvent[] => [
    { ...common(500), kind: 'offline', device: LOSER, milliseconds: 2_500 },
    ...others(4),
    wait(500 + random.int(500)),
    { ...common(10), kind: 'backup' },
    act(LOSER, 60, random.pick(['task-create', 'card-rename'])),
    act(LOSER, 60, random.pick(['task-edit', 'note-create'])),
    late(LOSER, { path: 'pull', skip: random.int(2), milliseconds: 20_000 }),
    wait(1_300 + random.int(1_500)),
    { ...common(1), kind: 'kill-device', device: LOSER, tasks: 0, onAnswer: false },
    { ...common(10), kind: 'go-back' },
    ...others(6),
    wait(1_000),
    { ...common(10), kind: 'open-tab', device: LOSER },
    wait(5_000),
  ];
  const rounds = () => Array.from({ length: 3 }, round).flat();
  return [wait(4_000), ...rounds(), ...drawn.slice(0, drawn.length / 2), ...rounds()];
}
