import type { Theme } from './theme.ts';

/** Events after the drawn ones, so that what came before is on the devices; the drawn ones stay the same. */
type Script = NonNullable<Theme['script']>;

/** In half of the schedules people lose projects whose files they have. */
export const revokesAtTheEnd: Script = (random, seed, drawn) => {
  if (random.fork('last').chance(0.5)) return drawn;
  const pick = (turn: number) => `${seed}/last${String(turn)}`;
  const removals = [1, 2, 3, 4, 5, 6].map(
    (turn) => ({ kind: 'membership', gap: 500, pick: pick(turn), add: false }) as const,
  );
  return [
    ...drawn,
    { kind: 'wait', gap: 5, pick: pick(0), milliseconds: 30_000 },
    ...removals,
    { kind: 'level', gap: 500, pick: pick(7), administrative: false },
    { kind: 'wait', gap: 5, pick: pick(8), milliseconds: 10_000 },
  ];
};

/** In half of the schedules a row of each device is damaged in its contents, with its version. */
export const damagesAtTheEnd: Script = (random, seed, drawn) => {
  if (random.fork('last').chance(0.5)) return drawn;
  const damages = [0, 1, 2].map((device) => {
    const pick = `${seed}/last${String(device)}`;
    return { kind: 'damage', gap: 5_000, pick, device, damage: 'damaged' } as const;
  });
  return [...drawn, ...damages];
};
