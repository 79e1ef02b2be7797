import type { Ports } from '../../../sync/core/ports/ports.ts';
import type { SocketFrame } from '../../../model/protocol/messages.ts';

/** A clock whose timers run when the test advances it. */
export interface FakeMachine {
  readonly ports: Pick<Ports, 'clock' | 'timers' | 'random' | 'online' | 'lock'>;
  /** Advances the time; due timers run in order, and their effects are awaited. */
  readonly pass: (milliseconds: number) => Promise<void>;
  readonly now: () => number;
  /** Number of loops that set a timer after each run; the effects of a run are awaited until it has set it. */
  loops: number;
  /** Offset of the device's clock; timers do not depend on it. */
  skew: number;
  online: boolean;
  visible: boolean;
  /** Notifies the listeners that one of the two has changed. */
  readonly changed: () => void;
}

/** Turns of the event loop, a minute or more, after which a loop counts as broken. */
const MOST_TURNS = 50_000;

export function fakeMachine(start = 1_000_000): FakeMachine {
  let now = start;
  let timers: { at: number; task: () => void }[] = [];
  const listeners = new Set<() => void>();
  let passes = 0;
  // A sync pass against a real server needs more turns on a busy machine, and one that waits for a timer ends only at
  // this limit.
  const settle = async () => {
    for (
      let turn = 0;
      turn < 40 || (passes > 0 && turn < 600) || timers.length < machine.loops;
      turn += 1
    ) {
      if (turn > MOST_TURNS) throw new Error('A loop has not set its timer');
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  };
  const machine: FakeMachine = {
    ports: {
      clock: { now: () => now + machine.skew },
      random: { next: () => 0.999 },
      timers: {
        after: (milliseconds, task) => {
          const timer = { at: now + milliseconds, task };
          timers.push(timer);
          return () => {
            timers = timers.filter((one) => one !== timer);
          };
        },
      },
      online: {
        isOnline: () => machine.online,
        isVisible: () => machine.visible,
        subscribe: (changed) => {
          listeners.add(changed);
          return () => listeners.delete(changed);
        },
      },
      lock: {
        run: async (_name, _wait, work) => {
          passes += 1;
          try {
            return await work(true);
          } finally {
            passes -= 1;
          }
        },
      },
    },
    pass: async (milliseconds) => {
      const until = now + milliseconds;
      await settle();
      for (;;) {
        const due = timers
          .filter(({ at }) => at <= until)
          .toSorted((left, right) => left.at - right.at)[0];
        if (due === undefined) break;
        now = Math.max(now, due.at);
        timers = timers.filter((one) => one !== due);
        due.task();
        await settle();
      }
      now = until;
    },
    now: () => now,
    loops: 0,
    skew: 0,
    online: true,
    visible: true,
    changed: () => {
      for (const listener of listeners) listener();
    },
  };
  return machine;
}

/** A lock with a suspended holder: every wait for it times out. `waits` records the timeouts. */
export function stoppedHolder(
  { timers }: Pick<Ports, 'timers'>,
  waits: number[] = [],
): Ports['lock'] {
  return {
    run: async (_name, wait, work) => {
      waits.push(wait);
      await new Promise<void>((resolve) => timers.after(wait, resolve));
      return work(false);
    },
  };
}

/** A socket whose other end the test controls. */
export interface FakeSocket {
  readonly port: Ports['socket'];
  /** Times at which the engine has connected. */
  readonly connected: number[];
  readonly send: (frame: SocketFrame) => void;
  readonly drop: () => void;
  isOpen: boolean;
}

export function fakeSocket(now: () => number): FakeSocket {
  let handlers: Parameters<Ports['socket']['connect']>[0] | undefined;
  const socket: FakeSocket = {
    port: {
      connect: (given) => {
        socket.connected.push(now());
        handlers = given;
        socket.isOpen = true;
        return () => socket.drop();
      },
    },
    connected: [],
    send: (frame) => handlers?.frame(frame),
    drop: () => {
      const closing = handlers;
      handlers = undefined;
      socket.isOpen = false;
      closing?.closed();
    },
    isOpen: false,
  };
  return socket;
}
