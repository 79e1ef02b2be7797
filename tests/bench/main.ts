/**
 * `npm run bench [section ...]`: measures the built product in headless Chromium and prints a table. Ratios compare
 * within the run; aims are told, never enforced. Sections: load, writes, paint, download, warm, offline, remote.
 * `SIZES=1000,10000` chooses how many tasks the boards have (default 1000,10000,50000).
 */
import { startPeer } from './peer.ts';
import { firstDownload } from './sections/download.ts';
import { firstLoad } from './sections/first-load.ts';
import { offlineQueue } from './sections/offline-queue.ts';
import { writeToPaint } from './sections/paint.ts';
import { remoteChange } from './sections/remote-change.ts';
import { serverWrites } from './sections/server-writes.ts';
import { warmStart } from './sections/warm-start.ts';
import { seedBoard } from './seed.ts';
import { printTable, type Row } from './stats.ts';
import { startWorld } from './world.ts';

const chosen = process.argv.slice(2);
const sizes = (process.env['SIZES'] ?? '1000,10000,50000').split(',').map(Number);
const wants = (section: string) => chosen.length === 0 || chosen.includes(section);

const world = await startWorld();
const rows: Row[] = [];
const section = async (name: string, run: () => Promise<readonly Row[]>): Promise<void> => {
  if (!wants(name)) return;
  console.error(`measuring: ${name}`);
  try {
    const measured = await run();
    rows.push(...measured);
    for (const { what, value } of measured) console.error(`  ${what}: ${value}`);
  } catch (error) {
    process.exitCode = 1;
    const message = error instanceof Error ? error.message : String(error);
    rows.push({ what: name, value: 'failed', against: message.split('\n')[0] ?? '', met: false });
  }
};

await section('load', () => firstLoad(world));
await section('writes', () => serverWrites(world));
const boards = ['paint', 'download', 'warm', 'offline', 'remote'].some(wants) ? sizes : [];
for (const size of boards) {
  const peer = await startPeer(world.url, `size${String(size)}`);
  const board = await seedBoard(peer, size);
  const subject = { peer, board, size };
  await section('download', () => firstDownload(world, subject));
  await section('paint', () => writeToPaint(world, subject));
  await section('warm', () => warmStart(world, subject));
  if (size === sizes[0]) {
    await section('offline', () => offlineQueue(world, peer));
    await section('remote', () => remoteChange(world, subject));
  }
}
await world.close();
printTable(rows);
