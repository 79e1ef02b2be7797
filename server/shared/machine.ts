import { newId } from '../../model/shared/ids.ts';
import type { RandomBytes } from './secrets.ts';

/** Clock and random source of this process. */
export interface Machine {
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
  readonly random: RandomBytes;
  /** A fresh UUIDv7. */
  readonly newId: () => string;
}

export function machineOf(deps: {
  readonly clock: { readonly now: () => number };
  readonly random: RandomBytes;
}): Machine {
  const { clock, random } = deps;
  const randomBytes = (target: Uint8Array) => {
    target.set(random(target.length));
    return target;
  };
  return {
    now: () => clock.now(),
    random,
    newId: () => newId({ now: () => clock.now(), randomBytes }),
  };
}
