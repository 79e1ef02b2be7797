import { afterEach, beforeEach } from 'vitest';
import { cards } from '../../../model/entities/card.ts';
import { createEngine, type Engine } from '../../../sync/engine/engine.ts';
import type { Ports } from '../../../sync/core/ports/ports.ts';
import { rows } from '../../../sync/store/database.ts';
import type { Device } from './device.ts';
import { fakeMachine, type FakeMachine, fakeSocket, type FakeSocket } from './fake-machine.ts';
import { type Setup, setUp } from './setup.ts';

/** A running engine on a real server, whose clock, network and socket the test controls. */
export interface LoopTest {
  setup: Setup;
  device: Device;
  machine: FakeMachine;
  socket: FakeSocket;
  engine: Engine;
  /** Another engine on the same device. */
  readonly start: (over?: Partial<Ports>, pushCalls?: number) => Engine;
  /** Name of the team's card on the device. */
  readonly name: () => Promise<string | undefined>;
}

/** Starts an engine before each test of the file and stops it afterwards. */
export async function startLoop(): Promise<LoopTest> {
  const setup = await setUp();
  const device = setup.device();
  const machine = fakeMachine(device.clock.time);
  const socket = fakeSocket(machine.now);
  const start = (over: Partial<Ports> = {}, pushCalls?: number): Engine => {
    const made = createEngine({
      ports: { ...device.ports, ...machine.ports, socket: socket.port, ...over },
      account: { orgId: device.record.orgId, orgUserId: device.record.orgUserId },
      ...(pushCalls !== undefined && { pushCalls }),
    });
    made.start();
    return made;
  };
  const name = async () => (await rows(device.db, cards).get(setup.team.card))?.name;
  return { setup, device, machine, socket, engine: start(), start, name };
}

export function forEachLoop(give: (loop: LoopTest) => void): void {
  let loop: LoopTest | undefined;
  beforeEach(async () => {
    loop = await startLoop();
    give(loop);
  });
  afterEach(async () => {
    loop?.engine.stop();
    await loop?.machine.pass(0);
    await loop?.setup.end();
  });
}
