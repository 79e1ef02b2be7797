import type { ProcessBus } from './database.ts';

/** The listeners of a bus in this process. */
export interface BusReceivers {
  readonly add: ProcessBus['listen'];
  readonly receive: (message: string) => void;
  /** Call it whenever the bus begins to deliver. */
  readonly connected: () => void;
}

export function createBusReceivers(): BusReceivers {
  const receivers = new Set<readonly [(message: string) => void, () => void]>();
  let isConnected = false;
  return {
    add: (receive, connected) => {
      const receiver = [receive, connected] as const;
      receivers.add(receiver);
      if (isConnected) connected();
      return () => receivers.delete(receiver);
    },
    receive: (message) => {
      for (const [receive] of receivers) receive(message);
    },
    connected: () => {
      isConnected = true;
      for (const [, connected] of receivers) connected();
    },
  };
}
