import type { ActionName } from '../actions.ts';
import type { SimulationEvent } from '../event.ts';
import type { SeededRandom } from '../random.ts';

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
  let turn = 0;
  const common = (gap: number) => {
    turn += 1;
    return { gap, pick: `${seed}/lost${String(turn)}` };
  };
  const wait = (milliseconds: number): SimulationEvent => ({
    ...common(5),
    kind: 'wait',
    milliseconds,
  });
  const does = (device: number, action: ActionName): SimulationEvent => ({
    ...common(60),
    kind: 'act',
    device,
    action,
  });
  const others = (count: number): readonly SimulationEvent[] =>
    Array.from({ length: count }, (_one, index) =>
      does(1 + (index % 2), random.pick(['card-rename', 'task-edit', 'task-create'])),
    );
  const round = (): readonly SimulationEvent[] => [
    { ...common(500), kind: 'offline', device: LOSER, milliseconds: 2_500 },
    ...others(4),
    wait(500 + random.int(500)),
    { ...common(10), kind: 'backup' },
    does(LOSER, random.pick(['task-create', 'card-rename'])),
    does(LOSER, random.pick(['task-edit', 'note-create'])),
    {
      ...common(1),
      kind: 'late-answer',
      device: LOSER,
      path: 'pull',
      skip: random.int(2),
      milliseconds: 20_000,
    },
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
