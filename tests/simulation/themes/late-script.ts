import type { ActionName } from '../actions.ts';
import type { LatePath, SimulationEvent } from '../event.ts';
import type { SeededRandom } from '../random.ts';
import { scriptSteps } from './script-steps.ts';

/** One device with two tabs and no locks receives a response late, after the other tab has continued. */
const READER = 0;
/** Writes in projects. */
const WRITER = 1;
/** The reader's person writes there personal rows. */
const OTHER = 2;

/**
 * Rows change and vanish between a response and its arrival. `by`: what holds the page of a pull, the network or a tab
 * that is frozen with it.
 */
export function changedMeanwhile(
  by: 'network' | 'freeze',
  random: SeededRandom,
  seed: string,
  drawn: readonly SimulationEvent[],
): readonly SimulationEvent[] {
  const steps = scriptSteps(`${seed}/late`);
  const { common, wait } = steps;
  const does = (
    device: number,
    gap: number,
    actions: readonly ActionName[],
  ): readonly SimulationEvent[] => actions.map((action) => steps.act(device, gap, action));
  const late = (path: LatePath, skip: number, milliseconds: number) =>
    steps.late(READER, { path, skip, milliseconds });
  const held = (skip: number, milliseconds: number): SimulationEvent => {
    if (by === 'network') return late('pull', skip, milliseconds);
    const tasks = random.int(12);
    return { ...common(1), kind: 'freeze', device: READER, tasks, onAnswer: true, milliseconds };
  };
  const level = (gap: number, administrative: boolean): SimulationEvent => ({
    ...common(gap),
    kind: 'level',
    administrative,
  });
  const membership = (add: boolean): SimulationEvent => ({
    ...common(20),
    kind: 'membership',
    add,
  });
  const offline = (): SimulationEvent => ({
    ...common(500),
    kind: 'offline',
    device: READER,
    milliseconds: 900,
  });
  /** A page that is older than the cursor when it arrives, with rows that are deleted by then. */
  const oldPage = (): readonly SimulationEvent[] => [
    offline(),
    ...does(OTHER, 60, ['note-create', 'todo-create']),
    ...does(WRITER, 60, ['label-create', 'label-create', 'label-create']),
    membership(true),
    held(random.int(3), 700 + random.int(4_000)),
    wait(1_200 + random.int(1_200)),
    ...does(OTHER, 60, ['note-delete', 'todo-delete']),
    ...does(WRITER, 60, ['label-delete', 'label-delete', 'label-delete']),
    membership(false),
    wait(5_000),
  ];
  const CHANGES = [
    'card-rename',
    'task-move-project',
    'task-edit',
    'card-rename',
    'task-move-project',
  ] as const;
  /** A page that is older than the rows with which the other tab has filled projects meanwhile. */
  const oldChanges = (): readonly SimulationEvent[] => [
    level(2_000, false),
    wait(2_000 + random.int(2_000)),
    offline(),
    ...does(WRITER, 30, CHANGES),
    level(20, true),
    held(random.int(2), 1_500 + random.int(1_500)),
    late('scope', 0, 400 + random.int(600)),
    late('scope', random.int(2), 3_500 + random.int(1_500)),
    ...Array.from({ length: 6 }, () => [
      ...does(WRITER, 40, CHANGES),
      membership(false),
      membership(false),
      membership(true),
      membership(true),
    ]).flat(),
    wait(6_000),
  ];
  const rounds = () =>
    Array.from({ length: 3 }, () => (random.chance(0.5) ? oldPage() : oldChanges()));
  return [
    // The first of them only lets the tabs open their stores.
    ...[10, 10, 10, 4_000].map(wait),
    // Projects that a change of the level concerns.
    ...does(WRITER, 300, ['project-create', 'project-create', 'project-create']),
    ...rounds().flat(),
    ...drawn.slice(0, drawn.length / 2),
    ...rounds().flat(),
  ];
}
