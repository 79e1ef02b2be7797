import type { Lock } from '../../sync/core/ports/machine.ts';
import type { Life } from './life.ts';
import type { VirtualLoop } from './virtual-loop.ts';

/** Locks of one device, shared by its tabs; a tab that ends releases its locks. */
export interface DeviceLocks {
  readonly portFor: (life: Life) => Lock;
}

interface Waiter {
  readonly enter: () => void;
}

/** `works` false: a browser without Web Locks, where all work runs without a lock. */
export function createDeviceLocks(loop: VirtualLoop, works: boolean): DeviceLocks {
  const held = new Map<string, Waiter[]>();
  const leave = (name: string) => {
    const next = held.get(name)?.shift();
    if (next === undefined) held.delete(name);
    else next.enter();
  };
  const enter = (name: string, wait: number, life: Life): Promise<boolean> => {
    const waiting = held.get(name);
    if (waiting === undefined) {
      held.set(name, []);
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const waiter: Waiter = {
        enter: () => {
          stop();
          if (life.isOver()) leave(name);
          else resolve(true);
        },
      };
      const stop = loop.after(wait, () => {
        const index = waiting.indexOf(waiter);
        if (index !== -1) waiting.splice(index, 1);
        resolve(false);
      });
      waiting.push(waiter);
    });
  };
  return {
    portFor: (life) => ({
      run: async (name, wait, work) => {
        if (!works) return work(false);
        if (!(await enter(name, wait, life))) return work(false);
        let left = false;
        const goOut = () => {
          if (left) return;
          left = true;
          leave(name);
        };
        life.onEnd(goOut);
        try {
          return await work(true);
        } finally {
          goOut();
        }
      },
    }),
  };
}
