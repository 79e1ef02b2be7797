import type { Ports } from '../../../sync/core/ports/ports.ts';
import type { SocketFrame } from '../../../model/protocol/messages.ts';

/** A clock and its timers that run when the test says so. */
export interface FakeMachine {
  readonly ports: Pick<Ports, 'clock' | 'timers' | 'random' | 'online' | 'lock'>;
  /** Lets time pass; due timers run in order, and what they started is waited for. */
  readonly pass: (milliseconds: number) => Promise<void>;
  readonly now: () => number;
  /** What somebody has put the device's clock forward by; timers do not ask it. */
  skew: number;
  online: boolean;
  visible: boolean;
  /** Tells whoever listens that one of the two has changed. */
  readonly changed: () => void;
}

export function fakeMachine(start = 1_000_000): FakeMachine {
  let now = start;
  let timers: { at: number; task: () => void }[] = [];
  const listeners = new Set<() => void>();
  let passes = 0;
  // A cycle speaks to a real server: on a busy machine it needs more turns. One that waits for a timer needs this end.
  const settle = async () => {
    for (let turn = 0; turn < 40 || (passes > 0 && turn < 600); turn += 1) {
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
    skew: 0,
    online: true,
    visible: true,
    changed: () => {
      for (const listener of listeners) listener();
    },
  };
  return machine;
}

/** A lock whose holder is alive and stopped: every wait for it lasts to its end. `waits` keeps how long they were. */
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

/** A socket whose other end the test holds. */
export interface FakeSocket {
  readonly port: Ports['socket'];
  /** How often the engine has connected, at which times. */
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
