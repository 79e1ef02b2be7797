import type { Clock, Lock, Online, Random, Socket, Timers } from './machine.ts';
import type { Store } from './store.ts';
import type { Transport } from './transport.ts';

/** Everything that the engine uses of its environment (ENG-1). */
export interface Ports {
  readonly store: Store;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: Random;
  readonly timers: Timers;
  readonly lock: Lock;
  readonly online: Online;
  readonly socket: Socket;
}
