import { type ChildProcess, fork } from 'node:child_process';
import * as v from 'valibot';
import { CairnError } from '../../model/shared/errors.ts';

/** An image encoded anew, with a thumbnail (webp). Pixels after rotation. */
export interface CleanImage {
  readonly full: Uint8Array;
  readonly small: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export interface Images {
  /** Rejects with `invalid` (damaged) or `too_large` (too many pixels, or too much memory or time). */
  readonly clean: (bytes: Uint8Array, orgId: string) => Promise<CleanImage>;
  readonly close: () => void;
}

interface ImagesOptions {
  /** Time limit of one image, in milliseconds. */
  readonly timeout?: number;
}

const TIMEOUT = 60_000;
/** The process ends after this time without work. */
const IDLE = 30_000;

const replySchema = v.variant('ok', [
  v.object({
    id: v.number(),
    ok: v.literal(true),
    full: v.instance(Uint8Array),
    small: v.instance(Uint8Array),
    width: v.number(),
    height: v.number(),
  }),
  v.object({ id: v.number(), ok: v.literal(false), tooLarge: v.boolean() }),
]);

/**
 * Decodes one image at a time in a process of its own (image-worker.ts). The process is killed when it takes too long,
 * and a new one is started for the next image. Organisations alternate: one that sends a thousand images delays
 * another organisation by one image.
 */
export function createImages({ timeout = TIMEOUT }: ImagesOptions = {}): Images {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  /** Waiting jobs by organisation, the next one first. None of them rejects: the caller receives the error. */
  const waiting = new Map<string, (() => Promise<void>)[]>();
  let isRunning = false;
  let last = 0;

  const end = () => {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  };
  const process = () => {
    child ??= startChild();
    return child;
  };
  const one = async (bytes: Uint8Array): Promise<CleanImage> => {
    clearTimeout(idle);
    last += 1;
    try {
      return await ask(process(), { id: last, bytes }, timeout);
    } catch (error) {
      // The process is in an unknown state: the next image starts a new one.
      if (error instanceof ChildEnded) end();
      throw error instanceof ChildEnded ? tooLarge() : error;
    } finally {
      idle = setTimeout(end, IDLE);
      idle.unref();
    }
  };
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    for (let [turn] = waiting; turn !== undefined; [turn] = waiting) {
      const [orgId, jobs] = turn;
      await jobs.shift()?.();
      // Moves the organisation to the end of the queue.
      waiting.delete(orgId);
      if (jobs.length > 0) waiting.set(orgId, jobs);
    }
    isRunning = false;
  };
  return {
    clean: (bytes, orgId) => {
      const { promise, resolve, reject } = Promise.withResolvers<CleanImage>();
      const jobs = waiting.get(orgId) ?? [];
      jobs.push(() => one(bytes).then(resolve, reject));
      waiting.set(orgId, jobs);
      void run();
      return promise;
    },
    close: end,
  };
}

function startChild(): ChildProcess {
  const child = fork(new URL('./image-worker.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=256'],
    // The process needs nothing of the server's environment: no secret, no address.
    env: { NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // The server may exit before it.
  child.unref();
  child.channel?.unref();
  return child;
}

class ChildEnded extends Error {}

function ask(
  child: ChildProcess,
  request: { readonly id: number; readonly bytes: Uint8Array },
  timeout: number,
): Promise<CleanImage> {
  const { promise, resolve, reject } = Promise.withResolvers<CleanImage>();
  const timer = setTimeout(() => reject(new ChildEnded('It takes too long')), timeout);
  const ended = () => reject(new ChildEnded('It has ended'));
  const onMessage = (message: unknown) => {
    const parsed = v.safeParse(replySchema, message);
    if (!parsed.success || parsed.output.id !== request.id) return;
    const reply = parsed.output;
    if (reply.ok) resolve(reply);
    else reject(reply.tooLarge ? tooLarge() : damaged());
  };
  child.on('message', onMessage);
  child.once('exit', ended);
  child.once('error', ended);
  child.channel?.ref();
  child.send(request, (error) => {
    if (error !== null) ended();
  });
  return promise.finally(() => {
    clearTimeout(timer);
    child.off('message', onMessage);
    child.off('exit', ended);
    child.off('error', ended);
    child.channel?.unref();
  });
}

function damaged(): CairnError {
  return new CairnError({
    code: 'invalid',
    message: /*i18n*/ 'This image cannot be read. It may be damaged.',
  });
}

function tooLarge(): CairnError {
  return new CairnError({
    code: 'too_large',
    message:
      /*i18n*/ 'This image has more pixels than can be shown. Make it smaller and try again.',
  });
}
