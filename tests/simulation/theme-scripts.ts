/** Fixed events of themes, beside the drawn ones. */
import type { ActionName } from './actions.ts';
import type { SimulationEvent } from './event.ts';
import type { SeededRandom } from './random.ts';

export function sluggish(
  _random: SeededRandom,
  seed: string,
  drawn: readonly SimulationEvent[],
): readonly SimulationEvent[] {
  const slow = [0, 1, 2].map(
    (device) =>
      ({ kind: 'weather', gap: 5, pick: `${seed}/slow`, device, weather: 'sluggish' }) as const,
  );
  const wait = { kind: 'wait', gap: 5, pick: `${seed}/begin`, milliseconds: 3_000 } as const;
  return [wait, ...slow, ...drawn];
}

/** Only the first device receives late; changes of the others reach the server at once. */
export function sluggishReader(
  _random: SeededRandom,
  seed: string,
  drawn: readonly SimulationEvent[],
): readonly SimulationEvent[] {
  const wait = { kind: 'wait', gap: 5, pick: `${seed}/begin`, milliseconds: 3_000 } as const;
  const slow = {
    kind: 'weather',
    gap: 5,
    pick: `${seed}/slow`,
    device: 0,
    weather: 'sluggish',
  } as const;
  return [wait, slow, ...drawn];
}

/** Everybody follows a few links and scrolls back from there before the other events begin. */
export function readBack(
  _random: SeededRandom,
  seed: string,
  drawn: readonly SimulationEvent[],
): readonly SimulationEvent[] {
  const does = (action: ActionName, turn: number) =>
    [0, 1, 2].map(
      (device) =>
        ({
          kind: 'act',
          gap: 300,
          pick: `${seed}/${action}${turn}.${device}`,
          device,
          action,
        }) as const,
    );
  const begin = [1, 2, 4, 5].flatMap((turn) => [
    ...does('history-around', turn),
    ...does('chat-back', turn),
  ]);
  return [...begin, ...drawn, ...does('history-around', 3), ...does('chat-back', 3)];
}

/** The fourth device is a copy of the first. */
export function copyProfile(
  random: SeededRandom,
  seed: string,
  drawn: readonly SimulationEvent[],
): readonly SimulationEvent[] {
  const third = Math.floor(drawn.length / 3);
  const isCopied = random.chance(0.7);
  const does = (kind: 'copy-profile' | 'keep-profile' | 'put-back-profile') =>
    ({ kind, gap: random.int(3_000), pick: `${seed}/${kind}`, device: 0 }) as const;
  const shared = drawn.slice(third).map((event): SimulationEvent => {
    const isMine = isCopied && 'device' in event && event.device === 0;
    return isMine && random.chance(0.5) ? { ...event, device: 3 } : event;
  });
  const first = does(isCopied ? 'copy-profile' : 'keep-profile');
  const later = isCopied ? [] : [does('put-back-profile')];
  return [
    ...drawn.slice(0, third),
    first,
    ...shared.slice(0, third),
    ...later,
    ...shared.slice(third),
  ];
}

export function backupAndRestore(
  random: SeededRandom,
  seed: string,
  drawn: readonly SimulationEvent[],
  back: 'restore' | 'go-back' = 'restore',
): readonly SimulationEvent[] {
  const third = Math.floor(drawn.length / 3);
  const wait = () =>
    ({
      kind: 'wait',
      gap: 0,
      pick: `${seed}/wait`,
      milliseconds: 2_000 + random.int(20_000),
    }) as const;
  const script: SimulationEvent[] = [
    ...drawn.slice(0, third),
    wait(),
    { kind: 'backup', gap: 10, pick: `${seed}/backup` },
    ...drawn.slice(third, third * 2),
    wait(),
    { kind: back, gap: 10, pick: `${seed}/restore` },
    ...drawn.slice(third * 2),
  ];
  return script;
}
