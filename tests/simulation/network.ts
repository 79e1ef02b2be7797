import type { SeededRandom } from './random.ts';
import * as v from 'valibot';
import { type PullPage, pullPageSchema } from '../../model/protocol/messages.ts';
import type { SimServer } from './sim-server.ts';
import type { VirtualLoop } from './virtual-loop.ts';
import { type HttpAnswer, type HttpCall, jsonOf, pathOf } from './wire.ts';

/** Shares of calls that meet each fate, and how long a way takes (milliseconds). */
export interface Weather {
  readonly lostCall: number;
  readonly lostAnswer: number;
  readonly duplicate: number;
  readonly slow: number;
}

export const FAIR: Weather = { lostCall: 0, lostAnswer: 0, duplicate: 0, slow: 0 };
export const ROUGH: Weather = { lostCall: 0.1, lostAnswer: 0.15, duplicate: 0.12, slow: 0.1 };
/** Everything arrives, and much of it late: what is asked first is often answered last. */
export const SLUGGISH: Weather = { lostCall: 0, lostAnswer: 0, duplicate: 0.05, slow: 0.6 };
export const STORM: Weather = { lostCall: 0.3, lostAnswer: 0.3, duplicate: 0.2, slow: 0.2 };

/** One device's way to the server. */
export interface Line {
  readonly name: string;
  weather: Weather;
  /** No network, and the device knows it. */
  offline: boolean;
  /** Calls and answers get lost on the way, and nobody says so. */
  cut: boolean;
}

/** Changes calls and answers on the way: how faults of a server are planted and how a server fails. */
export interface Tamper {
  /** An answer of its own instead of the server's, a changed call, or undefined for the call as it is. */
  readonly call?: (call: HttpCall, line: Line) => Tampered | undefined;
  readonly answer?: (call: HttpCall, answer: HttpAnswer, line: Line) => HttpAnswer;
  /** A page of changes, of a pull or of an event of the socket. */
  readonly page?: (page: PullPage, stream: string) => PullPage;
}

export type Tampered =
  | { readonly instead: HttpAnswer }
  | { readonly call: HttpCall; readonly change?: (answer: HttpAnswer) => HttpAnswer };

export interface Network {
  /** Resolves with the answer, or undefined when none came. */
  readonly send: (line: Line, call: HttpCall) => Promise<HttpAnswer | undefined>;
  readonly watch: (watcher: Watcher) => void;
  readonly tampers: Tamper[];
  readonly sent: () => number;
}

export interface Watcher {
  /** Told when an answer reaches whoever asked. */
  readonly delivered?: (line: Line) => void;
  /** Told of every call in the moment it is made. */
  readonly sent?: (line: Line, call: HttpCall) => void;
  /** Told of every answer that the server gives a call as it was made, delivered or not. */
  readonly answered?: (line: Line, call: HttpCall, answer: HttpAnswer) => void;
}

interface NetworkOptions {
  readonly loop: VirtualLoop;
  readonly random: SeededRandom;
  readonly server: SimServer;
}

/** How long a caller waits before it gives a lost call up. */
const PATIENCE_MS = 30_000;

export function createNetwork({ loop, random, server }: NetworkOptions): Network {
  const watchers: Watcher[] = [];
  const tampers: Tamper[] = [];
  let sent = 0;
  const wait = (milliseconds: number) =>
    new Promise<void>((resolve) => void loop.after(milliseconds, resolve));
  const travel = (line: Line) =>
    random.chance(line.weather.slow) ? 200 + random.int(20_000) : 5 + random.int(60);

  const serve = async (line: Line, call: HttpCall): Promise<HttpAnswer | undefined> => {
    let now = call;
    const afters: ((answer: HttpAnswer) => HttpAnswer)[] = [];
    for (const tamper of tampers) {
      const tampered = tamper.call?.(now, line);
      if (tampered === undefined) continue;
      if ('instead' in tampered) return tampered.instead;
      now = tampered.call;
      if (tampered.change !== undefined) afters.push(tampered.change);
    }
    const answer = await server.call(now);
    if (answer === undefined) return undefined;
    const own = afters.reduce((changed, after) => after(changed), answer);
    const changed = tampers.reduce((now, tamper) => tamper.answer?.(call, now, line) ?? now, own);
    const given = withPage(tampers, call, changed);
    for (const watcher of watchers) watcher.answered?.(line, call, given);
    return given;
  };
  return {
    tampers,
    watch: (watcher) => void watchers.push(watcher),
    sent: () => sent,
    send: async (line, call) => {
      sent += 1;
      for (const watcher of watchers) watcher.sent?.(line, call);
      if (line.offline) {
        await wait(1);
        return undefined;
      }
      if (random.chance(line.weather.duplicate)) {
        // The same call arrives once more, perhaps long after; nobody waits for its answer.
        loop.after(travel(line) + random.int(90_000), () => void serve(line, call));
      }
      const begun = loop.now();
      const giveUp = async () => {
        await wait(Math.max(1, begun + 1_000 + random.int(PATIENCE_MS) - loop.now()));
        return undefined;
      };
      await wait(travel(line));
      if (line.cut || line.offline || random.chance(line.weather.lostCall)) return giveUp();
      const answer = await serve(line, call);
      const timesBack = server.timesBack();
      if (answer === undefined) {
        await wait(5);
        return undefined;
      }
      await wait(travel(line));
      const lost = line.cut || line.offline || random.chance(line.weather.lostAnswer);
      // A connection ends with the process that it was made to.
      if (lost || timesBack !== server.timesBack()) return giveUp();
      for (const watcher of watchers) watcher.delivered?.(line);
      return answer;
    },
  };
}

/** What the planted faults make of a page. */
export function tamperPage(tampers: readonly Tamper[], page: PullPage, stream: string): PullPage {
  return tampers.reduce((now, tamper) => tamper.page?.(now, stream) ?? now, page);
}

function withPage(tampers: readonly Tamper[], call: HttpCall, answer: HttpAnswer): HttpAnswer {
  const isPage = pathOf(call) === '/rest/sync/pull' && answer.status === 200;
  if (!isPage || tampers.every(({ page }) => page === undefined)) return answer;
  const stream = new URLSearchParams(call.url.split('?')[1]).get('stream') ?? '';
  const page = v.parse(pullPageSchema, jsonOf(answer));
  return { ...answer, text: JSON.stringify(tamperPage(tampers, page, stream)) };
}
