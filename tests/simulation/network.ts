import type { SeededRandom } from './random.ts';
import * as v from 'valibot';
import { type PullPage, pullPageSchema } from '../../model/protocol/messages.ts';
import type { SimServer } from './sim-server.ts';
import type { VirtualLoop } from './virtual-loop.ts';
import { type HttpAnswer, type HttpCall, jsonOf, pathOf } from './wire.ts';

/** Probabilities of each fate of a call, and the latency in milliseconds. */
export interface Weather {
  readonly lostCall: number;
  readonly lostAnswer: number;
  readonly duplicate: number;
  readonly slow: number;
}

export const FAIR: Weather = { lostCall: 0, lostAnswer: 0, duplicate: 0, slow: 0 };
export const ROUGH: Weather = { lostCall: 0.1, lostAnswer: 0.15, duplicate: 0.12, slow: 0.1 };
/** Every message arrives, many of them late: the first request is often answered last. */
export const SLUGGISH: Weather = { lostCall: 0, lostAnswer: 0, duplicate: 0.05, slow: 0.6 };
export const STORM: Weather = { lostCall: 0.3, lostAnswer: 0.3, duplicate: 0.2, slow: 0.2 };

/** The connection of one device to the server. */
export interface Line {
  readonly name: string;
  weather: Weather;
  /** The device has no network and knows it. */
  offline: boolean;
  /** Calls and responses are lost, and the device does not know it. */
  cut: boolean;
  /** How often the server had gone back when the device last received the response to a pull (PULL-4). */
  timesBack?: number;
  /** The server does not accept the older build's schema any more. */
  isOutdated?: boolean;
  /** Responses that will be late. */
  readonly late: LateAnswer[];
  /** An intermediary; undefined without one. */
  proxy?: Proxy | undefined;
}

/** The first response to a call of the path, after `skip` others, takes `milliseconds` more. */
export interface LateAnswer {
  readonly path: string;
  skip: number;
  readonly milliseconds: number;
}

/** Changes what a device receives; the server and the watchers see the call and its response unchanged. */
export interface Proxy {
  /** A response in place of the server's, which does not receive the call. */
  readonly instead?: (call: HttpCall) => HttpAnswer | undefined;
  /** The server has answered; the device receives this. */
  readonly change?: (answer: HttpAnswer) => HttpAnswer;
}

/** Changes calls and responses in transit, for planted faults and for failures of the server. */
export interface Tamper {
  /** Returns a response in place of the server's, a changed call, or undefined for the unchanged call. */
  readonly call?: (call: HttpCall, line: Line) => Tampered | undefined;
  readonly answer?: (call: HttpCall, answer: HttpAnswer, line: Line) => HttpAnswer;
  /** Changes a page of a pull or of an event of the socket. */
  readonly page?: (page: PullPage, stream: string) => PullPage;
}

export type Tampered =
  | { readonly instead: HttpAnswer }
  | { readonly call: HttpCall; readonly change?: (answer: HttpAnswer) => HttpAnswer };

export interface Network {
  /** Resolves with the response; undefined when none arrived. */
  readonly send: (line: Line, call: HttpCall) => Promise<HttpAnswer | undefined>;
  readonly watch: (watcher: Watcher) => void;
  readonly tampers: Tamper[];
  readonly sent: () => number;
}

export interface Watcher {
  /** Called when a response reaches its caller. */
  readonly delivered?: (line: Line) => void;
  /** Called for every call when it is made. */
  readonly sent?: (line: Line, call: HttpCall) => void;
  /** Called for every response of the server to an unchanged call, delivered or not. */
  readonly answered?: (line: Line, call: HttpCall, answer: HttpAnswer) => void;
}

interface NetworkOptions {
  readonly loop: VirtualLoop;
  readonly random: SeededRandom;
  readonly server: SimServer;
}

const PULL = '/rest/sync/pull';

/** Milliseconds after which a caller gives up a lost call. */
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
        // The call arrives a second time, possibly much later; nothing awaits its response.
        loop.after(travel(line) + random.int(90_000), () => void serve(line, call));
      }
      const begun = loop.now();
      const giveUp = async () => {
        await wait(Math.max(1, begun + 1_000 + random.int(PATIENCE_MS) - loop.now()));
        return undefined;
      };
      await wait(travel(line));
      if (line.cut || line.offline || random.chance(line.weather.lostCall)) return giveUp();
      const page = line.proxy?.instead?.(call);
      if (page !== undefined) return page;
      const answer = await serve(line, call);
      const timesBack = server.timesBack();
      if (answer === undefined) {
        await wait(5);
        return undefined;
      }
      await wait(travel(line) + delayOf(line, call));
      const lost = line.cut || line.offline || random.chance(line.weather.lostAnswer);
      // A connection ends with its server process.
      if (lost || timesBack !== server.timesBack()) return giveUp();
      if (pathOf(call) === PULL) line.timesBack = timesBack;
      for (const watcher of watchers) watcher.delivered?.(line);
      return line.proxy?.change?.(answer) ?? answer;
    },
  };
}

function delayOf({ late }: Line, call: HttpCall): number {
  const [first] = late.filter(({ path }) => pathOf(call).startsWith(path));
  if (first === undefined) return 0;
  first.skip -= 1;
  if (first.skip >= 0) return 0;
  late.splice(late.indexOf(first), 1);
  return first.milliseconds;
}

/** Applies planted faults to a page. */
export function tamperPage(tampers: readonly Tamper[], page: PullPage, stream: string): PullPage {
  return tampers.reduce((now, tamper) => tamper.page?.(now, stream) ?? now, page);
}

function withPage(tampers: readonly Tamper[], call: HttpCall, answer: HttpAnswer): HttpAnswer {
  const isPage = pathOf(call) === PULL && answer.status === 200;
  if (!isPage || tampers.every(({ page }) => page === undefined)) return answer;
  const stream = new URLSearchParams(call.url.split('?')[1]).get('stream') ?? '';
  const page = v.parse(pullPageSchema, jsonOf(answer));
  return { ...answer, text: JSON.stringify(tamperPage(tampers, page, stream)) };
}
