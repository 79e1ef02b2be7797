import { type Device, openDevice } from './device.ts';
import { callerOf, noteError, noTraffic, type Traffic } from './http.ts';
import { type Accounts, foundOwn, type Person, signInPrepared } from './person.ts';
import { cpuSeconds } from './server-cpu.ts';

export interface LoadOptions {
  /** `http://` addresses of the processes, or of the proxy in front of them, without a slash at the end. */
  readonly urls: readonly string[];
  readonly people: number;
  /** Open connections of each person. */
  readonly devices: number;
  /** Length of the measured part. */
  readonly seconds: number;
  /** Writes of all people together. */
  readonly writesPerSecond: number;
  /** People of one prepared organisation; undefined: each person founds an organisation. */
  readonly accounts?: Accounts | undefined;
  /** Processes of the server on this machine, for their CPU time. */
  readonly pids?: readonly number[];
  readonly progress?: (text: string) => void;
}

export interface LoadResult {
  readonly people: number;
  readonly devices: number;
  readonly writes: number;
  /** Milliseconds from the call to its response. */
  readonly accepted: readonly number[];
  /** Milliseconds from the call of a write until a device had the change, one for each write and device. */
  readonly seen: readonly number[];
  /** Devices that did not receive a write, one for each write and device. */
  readonly missing: number;
  readonly seconds: number;
  /** Of the measured part. */
  readonly traffic: Traffic;
  /** CPU time of the server in the measured part; undefined where it is unknown. */
  readonly cpuSeconds: number | undefined;
}

/** Sign-ins and handshakes that run at the same time. */
const AT_ONCE = 8;
/** Longest wait for the devices after the last write. */
const SETTLE_MS = 30_000;

interface Write {
  readonly at: number;
  readonly orgId: string;
  expected: number;
}

/** Opens the devices, writes for the given time, and waits until every device has every change. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { urls, devices, progress = () => undefined } = options;
  const traffic = noTraffic();
  const callers = urls.map((url) => callerOf(url, traffic));
  const accepted: number[] = [];
  const seen: number[] = [];
  const pending = new Map<string, Write>();
  const saw = (names: readonly string[]) => {
    for (const name of names) {
      const write = pending.get(name);
      if (write === undefined) continue;
      seen.push(performance.now() - write.at);
      write.expected -= 1;
      if (write.expected === 0) pending.delete(name);
    }
  };
  const enter = (index: number): Promise<Person> => {
    const caller = callers[index % callers.length];
    if (caller === undefined) throw new Error('There is no server');
    const { call } = caller;
    const { accounts } = options;
    if (accounts === undefined) return foundOwn(call);
    return signInPrepared(call, accounts, accounts.people[index] ?? '');
  };
  const people = await eachOf(options.people, enter);
  progress(`${String(people.length)} people are signed in`);
  const opened: Device[] = await eachOf(people.length * devices, (index) => {
    const person = people[Math.floor(index / devices)];
    if (person === undefined) throw new Error('There is no such person');
    const url = (urls[index % urls.length] ?? '').replace(/^http/, 'ws');
    return openDevice({ url, person, traffic, saw });
  });
  progress(`${String(opened.length)} devices are connected`);
  const perOrganization = Map.groupBy(people, ({ orgId }) => orgId);
  const before = { ...traffic, errors: new Map(traffic.errors) };
  const cpuBefore = cpuSeconds(options.pids ?? []);
  const started = performance.now();
  const writing: Promise<void>[] = [];
  let writes = 0;
  const write = async (person: Person, name: string): Promise<void> => {
    const at = performance.now();
    const readers = (perOrganization.get(person.orgId)?.length ?? 0) * devices;
    pending.set(name, { at, orgId: person.orgId, expected: readers });
    const isAccepted = await person.rename(name).catch(() => {
      noteError(traffic, 'write broke');
      return false;
    });
    if (isAccepted) accepted.push(performance.now() - at);
    else pending.delete(name);
  };
  // A person's writes follow one another, as the outbox of a device sends them.
  const busy = new Map<Person, Promise<void>>();
  while (performance.now() - started < options.seconds * 1_000) {
    const person = people[writes % people.length];
    if (person === undefined) break;
    writes += 1;
    const name = `Load ${String(writes)} ${person.orgId}`;
    const next = (busy.get(person) ?? Promise.resolve()).then(() => write(person, name));
    busy.set(person, next);
    writing.push(next);
    const due = started + (writes * 1_000) / options.writesPerSecond;
    await pause(Math.max(0, due - performance.now()));
  }
  await Promise.all(writing);
  const seconds = (performance.now() - started) / 1_000;
  const end = performance.now() + SETTLE_MS;
  while (pending.size > 0 && performance.now() < end) await pause(20);
  const cpuAfter = cpuSeconds(options.pids ?? []);
  for (const { close } of [...opened, ...callers]) close();
  return {
    people: people.length,
    devices: opened.length,
    writes,
    accepted,
    seen,
    missing: [...pending.values()].reduce((sum, { expected }) => sum + expected, 0),
    seconds,
    traffic: {
      requests: traffic.requests - before.requests,
      bytesSent: traffic.bytesSent - before.bytesSent,
      bytesReceived: traffic.bytesReceived - before.bytesReceived,
      errors: new Map(
        [...traffic.errors]
          .map(([what, count]) => [what, count - (before.errors.get(what) ?? 0)] as const)
          .filter(([, count]) => count > 0),
      ),
    },
    cpuSeconds:
      cpuBefore === undefined || cpuAfter === undefined ? undefined : cpuAfter - cpuBefore,
  };
}

async function eachOf<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  let next = 0;
  const work = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      made[index] = await make(index);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return made;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
