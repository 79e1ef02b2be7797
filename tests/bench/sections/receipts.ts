import { join } from 'node:path';
import { cpuOf } from '../cpu.ts';
import { anotherDevice, type Peer } from '../peer.ts';
import { addToBoard, foundTeam } from '../people.ts';
import { seedBoard } from '../seed.ts';
import { type Setup, startBenchServer } from '../setup.ts';
import { ms, type Row } from '../stats.ts';

const PEOPLE = 12;
const DEVICES = 500;
const QUESTIONS = 200;

/**
 * What receipts cost: each of 500 devices of twelve people reports its cursor, and what its person has seen of a task;
 * then authors ask for the receipts of the task. Nothing is sent or stored for a row that is at rest.
 */
export async function receiptsOfDevices(setup: Setup): Promise<readonly Row[]> {
  const dataDir = join(setup.folder, 'receipts');
  const server = await startBenchServer(dataDir);
  try {
    const people = await foundTeam(server.url, dataDir, PEOPLE);
    const [founder] = people;
    if (founder === undefined) throw new Error('Nobody is there');
    const board = await seedBoard(founder, 200);
    await addToBoard(founder, board, people.slice(1));
    const devices = [...people];
    for (let index = 0; devices.length < DEVICES; index += 1) {
      devices.push(await anotherDevice(people[index % PEOPLE] ?? founder));
    }
    const head = Number(
      Reflect.get(
        Object(
          await founder.get(
            `sync/pull?stream=${encodeURIComponent(founder.stream)}&since=0&limit=1`,
          ),
        ),
        'head',
      ),
    );
    const task = board.tasks[0] ?? '';
    const at = { epoch: founder.epoch, cursor: head };
    const cost = (count: number, work: () => Promise<number>) => measured(server.pid, count, work);
    const received = await cost(DEVICES, () =>
      reportOfEach(devices, 'sync/received', { ...at, outlined: false }),
    );
    const again = await cost(DEVICES, () =>
      reportOfEach(devices, 'sync/received', { ...at, outlined: false }),
    );
    const seen = await cost(DEVICES, () =>
      reportOfEach(devices, 'sync/seen', { ...at, seen: [{ task_id: task, v: head }] }),
    );
    const asked = await cost(QUESTIONS, async () => {
      let bytes = 0;
      for (let count = 0; count < QUESTIONS; count += 1) {
        bytes += JSON.stringify(await founder.get(`receipt/list/?task_id=${task}`)).length;
      }
      return bytes;
    });
    const per = (what: string, { cpu, bytes }: Cost, against: string): Row => ({
      what,
      value: `${ms(cpu)} CPU, ${bytes.toFixed(0)} bytes`,
      against,
      met: undefined,
    });
    return [
      per('report of a cursor, 500 devices', received, 'body and response; one row a device'),
      per('the same cursor again', again, 'no row is written'),
      per('report of a seen task', seen, 'one row a person and task'),
      per('receipts of a task of 12 people with 500 devices', asked, 'response'),
    ];
  } finally {
    server.stop();
  }
}

/** Of one call: processor time of the server in milliseconds, and bytes. */
interface Cost {
  readonly cpu: number;
  readonly bytes: number;
}

/** `work` resolves to the bytes of all its calls. */
async function measured(pid: number, count: number, work: () => Promise<number>): Promise<Cost> {
  const before = cpuOf(pid);
  const bytes = await work();
  return { cpu: (cpuOf(pid) - before) / count, bytes: bytes / count };
}

async function reportOfEach(devices: readonly Peer[], path: string, body: object): Promise<number> {
  let bytes = 0;
  for (const device of devices) {
    const { status, text } = await device.send('POST', path, body);
    if (status !== 200) throw new Error(text);
    bytes += JSON.stringify(body).length + text.length;
  }
  return bytes;
}
