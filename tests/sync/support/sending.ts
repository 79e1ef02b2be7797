import type { Verdict } from '../../../model/protocol/messages.ts';
import type { Team } from '../../server/support/team.ts';
import { outboxRows } from '../../../sync/store/outbox-rows.ts';
import type { Device } from './device.ts';

/** States of the whole outbox, by seq. */
export async function states(device: Device): Promise<readonly string[]> {
  return (await outboxRows(device.db)).map(({ state }) => state);
}

/**
 * Responds in place of the server: the first call of the next batch gets the verdict (with `always`: that call in every
 * batch), and the others of its batch are not run, as after a retryable one.
 */
export function refuseFirst(
  device: Device,
  verdict: Pick<Verdict, 'status' | 'code' | 'message'>,
  always = false,
): void {
  let chosen: number | undefined;
  device.wire.instead = {
    push: ({ calls, epoch }) => {
      const seq = calls[0]?.seq ?? 0;
      chosen ??= seq;
      if (seq !== chosen) return undefined;
      if (!always) device.wire.instead = {};
      const { status, code, message } = verdict;
      return { ok: true, value: { epoch, verdicts: [{ seq, status, code, message }] } };
    },
  };
}

/** The response of a proxy with a page of its own. */
export const PROXY_PAGE = { ok: false, failure: { kind: 'network', proxy: 403 } } as const;

/** A firewall that blocks requests with this text. */
export function bar(device: Device, text: string): void {
  device.wire.instead = {
    push: ({ calls }) => (JSON.stringify(calls).includes(text) ? PROXY_PAGE : undefined),
  };
}

/** Arguments of a new task of the founder. */
export function taskArgs(
  { project, flag, founder }: Pick<Team, 'project' | 'flag' | 'founder'>,
  id: string,
  card: string,
) {
  return {
    id,
    project,
    card,
    rank: 'V',
    name: 'Dig',
    description: '',
    flag,
    label: null,
    start_date: null,
    end_date: null,
    assigned_to: founder.orgUserId ?? '',
    assigned_users: [],
    collaborators: [],
    document: null,
  };
}
