import type { SimulationEvent } from '../event.ts';
import type { SeededRandom } from '../random.ts';

/** Most people encrypt the device while another tab writes; many are interrupted, or sign out at the same time. */
export function encryptInTheMiddle(
  random: SeededRandom,
  seed: string,
  drawn: readonly SimulationEvent[],
): readonly SimulationEvent[] {
  const events = drawn.flatMap((event, index): readonly SimulationEvent[] => {
    if (event.kind !== 'encrypt' || random.chance(0.15)) return [event];
    const { device } = event;
    const common = { gap: 40, pick: `${seed}/encrypt${String(index)}`, device };
    const written = (turn: number): SimulationEvent => ({
      ...common,
      kind: 'act',
      gap: 0,
      pick: `${common.pick}.${String(turn)}`,
      action: random.pick(['note-create', 'task-edit', 'task-text']),
    });
    const isInterrupted = random.chance(0.4);
    return [
      ...plainStore(common),
      ...(random.chance(0.3)
        ? [{ ...common, kind: 'cut' as const, milliseconds: 3_000 }, written(0)]
        : []),
      isInterrupted ? interrupted(random, event) : { ...event, gap: 0 },
      ...(isInterrupted ? [] : [1, 2, 3].map(written)),
      ...(random.chance(0.4)
        ? [
            {
              ...common,
              kind: 'sign-out' as const,
              gap: random.pick([0, 0, 40]),
              keeps: random.chance(0.3),
            },
            written(4),
            written(5),
          ]
        : []),
    ];
  });
  const pick = `${seed}/begin`;
  // No later event repairs this interrupted encryption: the next start has to.
  const last = { gap: 40, pick: `${seed}/last`, device: random.pick([0, 3]) };
  return [
    { kind: 'sign-in', gap: 0, pick, device: 0 },
    { kind: 'wait', gap: 0, pick, milliseconds: 3_000 },
    ...events,
    { ...last, kind: 'weather', weather: 'fair' },
    { ...last, kind: 'wait', milliseconds: 30_000 },
    ...plainStore(last),
    interrupted(random, last),
    { ...last, kind: 'wait', milliseconds: 1_000 },
    // Changes of another device, which a store that stayed closed would not receive.
    { ...last, kind: 'act', device: 1, action: 'task-text' },
    { ...last, kind: 'act', device: 1, action: 'task-edit' },
    { ...last, kind: 'act', device: 1, action: 'card-create' },
  ];
}

interface EventBase {
  readonly gap: number;
  readonly pick: string;
  readonly device: number;
}

/** The person signs out and in, with three tabs. If the sign-out deleted the store, the new one is plain. */
function plainStore(common: EventBase): readonly SimulationEvent[] {
  const wait = (milliseconds: number) => ({ ...common, kind: 'wait' as const, milliseconds });
  return [
    { ...common, kind: 'sign-out', keeps: false },
    wait(2_000),
    { ...common, kind: 'sign-in' },
    { ...common, kind: 'open-tab', gap: 2_000 },
    { ...common, kind: 'open-tab' },
    wait(5_000),
  ];
}

/** The browser is killed while it encrypts; the replacement is some 15 to 45 macrotasks after the store was closed. */
function interrupted(random: SeededRandom, { pick, device }: EventBase): SimulationEvent {
  return { kind: 'encrypt', gap: 0, pick, device, killedAfter: random.int(60) };
}
