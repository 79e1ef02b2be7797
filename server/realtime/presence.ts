import { LIMITS } from '../../model/protocol/version.ts';
import type { ProcessBus } from '../store/database.ts';
import { announcePresent, type Present } from './bus-messages.ts';

/** People with an open socket, in every process. Kept in memory: after a restart the sockets connect again. */
export interface Presence {
  /** Announces people of this process to the others: a new connection, and all of them at each heartbeat. */
  readonly announce: (people: readonly Present[]) => Promise<void>;
  /** People of another process, by organisation. */
  readonly receive: (people: PeopleByOrganization) => void;
  /** Ids (`organization_user`) of an organisation's people, in no order; `here` are the sockets of this process. */
  readonly of: (orgId: string, here: readonly Present[]) => readonly string[];
}

export type PeopleByOrganization = Readonly<Record<string, readonly string[]>>;

interface PresenceDeps {
  readonly bus: ProcessBus;
  readonly now: () => number;
}

/** One missed heartbeat of a busy process does not hide a person. */
const PRESENT_FOR = 2.5 * LIMITS.heartbeat;

export function createPresence({ bus, now }: PresenceDeps): Presence {
  /** Time of the last announcement in milliseconds, by person, by organisation. */
  const elsewhere = new Map<string, Map<string, number>>();
  return {
    announce: (people) => announcePresent(bus, people),
    receive: (people) => {
      for (const [orgId, ids] of Object.entries(people)) {
        const known = elsewhere.get(orgId) ?? new Map<string, number>();
        for (const id of ids) known.set(id, now());
        elsewhere.set(orgId, known);
      }
    },
    of: (orgId, here) => {
      const known = elsewhere.get(orgId);
      for (const [id, at] of known ?? []) if (at <= now() - PRESENT_FOR) known?.delete(id);
      const own = here.filter((one) => one.orgId === orgId).map(({ orgUserId }) => orgUserId);
      return [...new Set([...own, ...(known?.keys() ?? [])])];
    },
  };
}
