import type { ProcessBus } from '../../../server/store/database.ts';
import type { SeededRandom } from '../random.ts';
import type { VirtualLoop } from '../virtual-loop.ts';

/** Messages between the processes of a simulated server: late, in order, and lost while a process is cut off. */
export interface SimBus {
  readonly of: (isDead: () => boolean) => ProcessBus;
  /** One process receives nothing for this time (ms). Returns the function that ends it earlier. */
  readonly cut: (milliseconds: number) => () => void;
}

interface Member {
  readonly listeners: Set<Listener>;
  readonly isDead: () => boolean;
  isCutOff: boolean;
  /** Time at which its last message arrives. */
  last: number;
}

interface Listener {
  readonly receive: (message: string) => void;
  readonly connected: () => void;
}

/** Longest way of a message in milliseconds: usually, and sometimes. */
const TRAVEL = 10;
const LONG_TRAVEL = 4_000;

export function createSimBus(loop: VirtualLoop, random: SeededRandom): SimBus {
  const members = new Set<Member>();
  const reaches = (member: Member) => !member.isCutOff && !member.isDead();
  const deliver = (member: Member, message: string) => {
    const travel = random.int(random.chance(0.1) ? LONG_TRAVEL : TRAVEL);
    member.last = Math.max(member.last, loop.now() + travel);
    loop.after(member.last - loop.now(), () => {
      if (reaches(member)) for (const { receive } of member.listeners) receive(message);
    });
  };
  return {
    of: (isDead) => {
      const own: Member = { listeners: new Set(), isDead, isCutOff: false, last: 0 };
      members.add(own);
      return {
        publish: async (message) => {
          if (isDead()) return;
          for (const member of members)
            if (member !== own && reaches(member)) deliver(member, message);
        },
        listen: (receive, connected) => {
          const listener = { receive, connected };
          own.listeners.add(listener);
          loop.after(random.int(TRAVEL), () => {
            if (own.listeners.has(listener) && reaches(own)) connected();
          });
          return () => {
            own.listeners.delete(listener);
          };
        },
        check: () => Promise.resolve(),
      };
    },
    cut: (milliseconds) => {
      const member = random.maybePick([...members].filter(reaches));
      if (member === undefined) return () => undefined;
      member.isCutOff = true;
      const end = () => {
        if (!member.isCutOff) return;
        member.isCutOff = false;
        if (!member.isDead()) for (const { connected } of member.listeners) connected();
      };
      loop.after(milliseconds, end);
      return end;
    },
  };
}
