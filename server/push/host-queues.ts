interface HostQueuesOptions {
  /** Jobs of a host that run at the same time. */
  readonly atOnce: number;
  /** Jobs of a host that wait; beyond them the oldest one is dropped. */
  readonly mostWaiting: number;
}

/** Work for other servers, in the order of its arrival for each of them: a slow one delays its own alone. */
export interface HostQueues {
  /** Adds a job, which must not reject. */
  readonly add: (host: string, job: () => Promise<void>) => void;
  /** Resolves when no job waits or runs. */
  readonly settle: () => Promise<void>;
  /** Drops what waits. */
  readonly clear: () => void;
}

interface HostQueue {
  running: number;
  readonly waiting: (() => Promise<void>)[];
}

export function createHostQueues({ atOnce, mostWaiting }: HostQueuesOptions): HostQueues {
  const queues = new Map<string, HostQueue>();
  const running = new Set<Promise<void>>();
  const start = (host: string, queue: HostQueue): void => {
    while (queue.running < atOnce) {
      const job = queue.waiting.shift();
      if (job === undefined) break;
      queue.running += 1;
      const done = job().finally(() => {
        queue.running -= 1;
        running.delete(done);
        start(host, queue);
      });
      running.add(done);
    }
    if (queue.running === 0) queues.delete(host);
  };
  return {
    add: (host, job) => {
      const queue = queues.get(host) ?? { running: 0, waiting: [] };
      queues.set(host, queue);
      queue.waiting.push(job);
      if (queue.waiting.length > mostWaiting) queue.waiting.shift();
      start(host, queue);
    },
    settle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
    clear: () => {
      for (const { waiting } of queues.values()) waiting.length = 0;
    },
  };
}
