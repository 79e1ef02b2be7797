import type { SocketFrame } from '../../../model/protocol/messages.ts';

export interface Clock {
  /** Milliseconds since 1970 by the device's clock. */
  readonly now: () => number;
}

export interface Random {
  /** Uniform in [0, 1). */
  readonly next: () => number;
}

export interface Timers {
  /** Runs `task` once after `milliseconds`; returns the function that cancels it. */
  readonly after: (milliseconds: number, task: () => void) => () => void;
}

export interface Lock {
  /** Runs `work` under the named lock, or without it when it was not acquired within `wait` milliseconds (ENG-2). */
  readonly run: <T>(
    name: string,
    wait: number,
    work: (hasLock: boolean) => Promise<T>,
  ) => Promise<T>;
}

export interface Online {
  /** False only when the machine certainly has no network. */
  readonly isOnline: () => boolean;
  /** False in a hidden tab. */
  readonly isVisible: () => boolean;
  /** Calls `changed` whenever one of the two changes; returns the unsubscribe function. */
  readonly subscribe: (changed: () => void) => () => void;
}

export interface Socket {
  /** Opens the socket and sends the handshake; `closed` is called exactly once. Returns the function that closes it. */
  readonly connect: (handlers: {
    readonly frame: (frame: SocketFrame) => void;
    readonly closed: () => void;
  }) => () => void;
}
