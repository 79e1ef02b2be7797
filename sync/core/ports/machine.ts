import type { SocketFrame } from '../../../model/protocol/messages.ts';

export interface Clock {
  /** Milliseconds since 1970 by the device. */
  readonly now: () => number;
}

export interface Random {
  /** Evenly in [0, 1). */
  readonly next: () => number;
}

export interface Timers {
  /** Runs `task` once after `milliseconds`; the answer cancels it. */
  readonly after: (milliseconds: number, task: () => void) => () => void;
}

export interface Lock {
  /** Runs `work` holding the named lock, or without it when it could not be had within `wait` milliseconds (ENG-2). */
  readonly run: <T>(
    name: string,
    wait: number,
    work: (hasLock: boolean) => Promise<T>,
  ) => Promise<T>;
}

export interface Online {
  /** False only when the machine is sure to have no network. */
  readonly isOnline: () => boolean;
  /** False in a tab nobody looks at. */
  readonly isVisible: () => boolean;
  /** Called on every change of either; the answer unsubscribes. */
  readonly subscribe: (changed: () => void) => () => void;
}

export interface Socket {
  /** Opens the socket and says hello; `closed` comes exactly once. The answer closes it. */
  readonly connect: (handlers: {
    readonly frame: (frame: SocketFrame) => void;
    readonly closed: () => void;
  }) => () => void;
}
