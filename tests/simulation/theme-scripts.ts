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

/** Many of the mutations on which the server fails are followed by another one of the same row. */
export function editWhatFails(
  random: SeededRandom,
  seed: string,
  drawn: readonly SimulationEvent[],
): readonly SimulationEvent[] {
  return drawn.flatMap((event, index): readonly SimulationEvent[] => {
    if (event.kind !== 'poison' || random.chance(0.4)) return [event];
    const { device } = event;
    const action = random.pick(['task-edit', 'card-rename', 'note-edit'] as const);
    // The same choices as before, so that the same row is drawn.
    const pick = `${seed}/again${String(index)}`;
    const edit = (gap: number) => ({ kind: 'act', gap, pick, device, action }) as const;
    return [edit(20_000), { ...event, gap: 3 }, edit(200), edit(4_000)];
  });
}

/** Most power cuts meet a device that has just returned to the network and catches up with the work of others. */
export function cutDuringCatchUp(
  random: SeededRandom,
  seed: string,
  drawn: readonly SimulationEvent[],
): readonly SimulationEvent[] {
  return drawn.flatMap((event, index): readonly SimulationEvent[] => {
    if (event.kind !== 'power-cut' || random.chance(0.3)) return [event];
    const pick = `${seed}/catch-up${String(index)}`;
    const others = [1, 2, 1].map((step, turn): SimulationEvent => ({
      kind: 'act',
      gap: 200,
      pick: `${pick}.${String(turn)}`,
      device: (event.device + step) % 3,
      action: random.pick(['task-edit', 'card-rename', 'task-create']),
    }));
    const { device, part } = event;
    return [
      { kind: 'offline', gap: 0, pick, device, milliseconds: 3_000 },
      ...others,
      { kind: 'wait', gap: 0, pick, milliseconds: 2_300 },
      { kind: 'power-cut', gap: 0, pick, device, part, onAnswer: true, tasks: random.int(30) },
    ];
  });
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

/** Most sign-outs meet work that is not sent, and many are interrupted. */
export function leaveInTheMiddle(
  random: SeededRandom,
  seed: string,
  drawn: readonly SimulationEvent[],
): readonly SimulationEvent[] {
  const begin: SimulationEvent = { kind: 'sign-in', gap: 0, pick: `${seed}/begin`, device: 0 };
  const wait: SimulationEvent = {
    kind: 'wait',
    gap: 0,
    pick: `${seed}/begin`,
    milliseconds: 3_000,
  };
  const events = drawn.flatMap((event, index): readonly SimulationEvent[] => {
    if (event.kind !== 'sign-out' || random.chance(0.15)) return [event];
    const pick = `${seed}/leave${String(index)}`;
    const { device } = event;
    const acts = ['note-create', 'task-edit', 'task-text'] as const;
    const work = acts.map((action, turn): SimulationEvent => ({
      kind: 'act',
      gap: 40,
      pick: `${pick}.${String(turn)}`,
      device,
      action,
    }));
    const milliseconds = 2_000 + random.int(20_000);
    const killed: SimulationEvent = {
      kind: 'kill-device',
      gap: 0,
      pick,
      device,
      tasks: random.int(400),
      onAnswer: false,
    };
    const signIn: SimulationEvent = { kind: 'sign-in', gap: 50, pick, device };
    const moment: SimulationEvent = { kind: 'wait', gap: 0, pick, milliseconds: 4_000 };
    const other = device === 0 ? 3 : 0;
    return [
      signIn,
      moment,
      { kind: random.pick(['offline', 'cut', 'cut']), gap: 10, pick, device, milliseconds },
      ...work,
      { ...event, gap: random.int(2_500) },
      ...(random.chance(0.4) ? [killed] : []),
      ...(random.chance(0.4) ? [{ ...signIn, gap: 3_000, device: other }] : []),
    ];
  });
  return [begin, wait, ...events];
}

/** Most sign-outs meet work that is not sent, often of the organisation that the tab does not show. */
export function leaveBoth(
  random: SeededRandom,
  seed: string,
  drawn: readonly SimulationEvent[],
): readonly SimulationEvent[] {
  return drawn.flatMap((event, index): readonly SimulationEvent[] => {
    if (event.kind !== 'sign-out' || random.chance(0.15)) return [event];
    const common = { gap: 40, pick: `${seed}/both${String(index)}` };
    const device = random.pick([0, 3]);
    const milliseconds = 2_000 + random.int(20_000);
    return [
      { ...common, kind: 'sign-in', device: event.device },
      { ...common, kind: 'wait', milliseconds: 4_000 },
      { ...common, kind: 'open-tab', device: device === 0 ? 3 : 0 },
      { ...common, kind: 'open-tab', device },
      { ...common, kind: 'wait', milliseconds: 4_000 },
      { ...common, kind: 'cut', device, milliseconds },
      { ...common, kind: 'act', device, action: 'note-create' },
      { ...common, kind: 'act', device, action: 'task-text' },
      { ...event, gap: 200, keeps: random.chance(0.4) },
    ];
  });
}

/**
 * Most stores that cannot be opened contain unsent work; their person often writes in the replacing store, and often
 * the store opens again while nothing can be sent.
 */
export function writeBeside(
  random: SeededRandom,
  seed: string,
  drawn: readonly SimulationEvent[],
): readonly SimulationEvent[] {
  return drawn.flatMap((event, index): readonly SimulationEvent[] => {
    if (event.kind !== 'unopenable' || random.chance(0.15)) return [event];
    const device = random.pick([0, 2]);
    const common = { gap: 60, pick: `${seed}/beside${String(index)}`, device };
    const moment = (milliseconds: number): SimulationEvent => ({
      ...common,
      kind: 'wait',
      milliseconds,
    });
    const work = (turn: number): readonly SimulationEvent[] =>
      (['note-create', 'task-text', 'task-edit'] as const).map((action) => ({
        ...common,
        kind: 'act',
        pick: `${common.pick}.${String(turn)}`,
        action,
      }));
    const closed = 8_000 + random.int(12_000);
    const cut = (milliseconds: number): SimulationEvent => ({
      ...common,
      kind: 'cut',
      milliseconds,
    });
    const killed: SimulationEvent = {
      ...common,
      kind: 'kill-device',
      gap: 0,
      tasks: random.chance(0.5) ? 0 : random.int(200),
      onAnswer: false,
    };
    const restart: SimulationEvent = {
      ...common,
      kind: 'kill-server',
      tasks: random.int(120),
      down: random.int(10_000),
    };
    const away: readonly SimulationEvent[] = [
      { ...common, kind: 'sign-out', keeps: random.chance(0.7) },
      { ...common, kind: 'sign-in', gap: 1_000, device: random.pick([0, 2]) },
    ];
    // The network is back when the store is replaced, and often gone again when it opens.
    const isCutLater = random.chance(0.5);
    return [
      { ...common, kind: 'weather', weather: 'fair' },
      { ...common, kind: 'sign-in' },
      moment(4_000),
      cut(2_000 + random.int(6_000)),
      ...work(1),
      { ...common, kind: 'unopenable', milliseconds: closed },
      moment(9_000),
      ...(isCutLater ? [cut(closed + random.int(15_000))] : []),
      ...(random.chance(0.6) ? work(2) : []),
      ...(random.chance(0.2) ? away : []),
      moment(random.chance(0.7) ? closed - 7_000 : 200),
      ...(random.chance(0.15) ? [restart] : []),
      // A tab that is open meanwhile continues in the replacing store.
      ...(random.chance(0.6) ? [killed] : []),
      ...(random.chance(0.3) ? [] : [{ ...common, kind: 'open-tab' } as const]),
      moment(random.int(6_000)),
    ];
  });
}

/** Most tabs are closed with unsent work, and the person continues in their other organisation. */
export function closeOne(
  random: SeededRandom,
  seed: string,
  drawn: readonly SimulationEvent[],
): readonly SimulationEvent[] {
  return drawn.flatMap((event, index): readonly SimulationEvent[] => {
    if (event.kind !== 'kill-tab' || random.chance(0.3)) return [event];
    const [device, other] = random.chance(0.5) ? [0, 3] : [3, 0];
    const common = { gap: 60, pick: `${seed}/close${String(index)}`, device };
    const acts = ['note-create', 'task-text', 'task-edit', 'comment-create'] as const;
    const work = acts.map((action): SimulationEvent => ({
      ...common,
      gap: random.int(300),
      kind: 'act',
      action,
    }));
    const later = random.pick(['open-tab', 'offline', 'none'] as const);
    return [
      { ...common, kind: 'weather', weather: 'fair' },
      { ...common, kind: 'sign-in' },
      { ...common, kind: 'wait', milliseconds: 4_000 },
      { ...common, kind: 'open-tab' },
      { ...common, kind: 'open-tab', device: other },
      { ...common, kind: 'wait', milliseconds: 4_000 },
      { ...common, kind: 'cut', milliseconds: 2_000 + random.int(20_000) },
      ...work,
      // All of its tabs are closed.
      ...[1, 2, 3].map((): SimulationEvent => ({
        ...event,
        ...common,
        gap: 0,
        tasks: 0,
        onAnswer: false,
      })),
      ...(later === 'open-tab' ? [{ ...common, kind: later, device: other } as const] : []),
      ...(later === 'offline'
        ? [{ ...common, kind: later, device: other, milliseconds: 1_000 } as const]
        : []),
      { ...common, kind: 'wait', milliseconds: random.int(4_000) },
    ];
  });
}

/**
 * Work is written and finished, time passes, and the stores of two devices are lost: they download the projects without
 * the details of what was finished. Then cold tasks are opened and changed, and projects are granted and revoked.
 */
export function coldTasks(
  random: SeededRandom,
  seed: string,
  drawn: readonly SimulationEvent[],
): readonly SimulationEvent[] {
  let turn = 0;
  const next = () => {
    turn += 1;
    return `${seed}/cold${String(turn)}`;
  };
  const does = (device: number, actions: readonly ActionName[]) =>
    actions.map((action) => ({ kind: 'act', gap: 300, pick: next(), device, action }) as const);
  const wait = (milliseconds: number) =>
    ({ kind: 'wait', gap: 100, pick: next(), milliseconds }) as const;
  const evict = (device: number) => ({ kind: 'evict', gap: 100, pick: next(), device }) as const;
  /** The same choices for both, so that the same person comes back to the same project. */
  const revokedForAWhile = (): readonly SimulationEvent[] => {
    const pick = next();
    const membership = (add: boolean) => ({ kind: 'membership', gap: 4_000, pick, add }) as const;
    return [membership(false), wait(3_000), membership(true), wait(3_000)];
  };
  const round = (): readonly SimulationEvent[] => [
    ...does(1, ['task-create', 'comment-create', 'comment-create', 'subtask-create']),
    ...does(0, ['comment-create', 'subtask-create', 'comment-create']),
    ...does(1, ['task-complete', 'task-archive', 'task-complete']),
    ...does(0, ['task-complete', 'task-archive', 'task-complete']),
    wait(20_000),
    ...does(1, ['note-create', 'task-create']),
    wait(1_000),
    evict(0),
    evict(2),
    wait(4_000),
    ...does(0, ['task-open', 'task-open']),
    ...does(2, ['task-open', 'task-open', 'task-open']),
    ...does(1, ['task-complete', 'task-edit', 'task-archive', 'task-move-project']),
  ];
  const half = Math.floor(drawn.length / 2);
  const revoked = () => (random.chance(0.7) ? revokedForAWhile() : []);
  return [
    ...round(),
    ...revoked(),
    ...drawn.slice(0, half),
    ...round(),
    ...revoked(),
    ...drawn.slice(half),
    ...revoked(),
  ];
}
