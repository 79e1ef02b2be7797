/**
 * `npm run bench [section ...]`: measures the built product in headless Chromium and prints a
 * table. Baselines are measured in the same run; targets are printed, never enforced. Sections:
 * load, writes, postgres, chat, fanout, receipts, column, download, paint, warm, routes, palette, offline, remote,
 * overview, memory, storage, compare; peers, idle, encrypted and packing run only when they are named
 * (docs/PERFORMANCE.md).
 * `SIZES=1000,10000` sets the numbers of tasks on the boards (default 1000,10000,50000).
 */
import type { Subject } from './board-page.ts';
import { within } from './ends.ts';
import { startPeer } from './peer.ts';
import { chatSockets } from './sections/chat-sockets.ts';
import { companyOfMillion } from './sections/company.ts';
import { longColumn } from './sections/column.ts';
import { fanOut } from './sections/fan-out.ts';
import { comparisonBesideWork } from './sections/digest.ts';
import { encryptedRows } from './sections/encrypted-rows.ts';
import { firstDownload } from './sections/download.ts';
import { firstLoad } from './sections/first-load.ts';
import { idleTab, idleTime } from './sections/idle.ts';
import { memoryOfBoard } from './sections/memory.ts';
import { offlineQueue } from './sections/offline-queue.ts';
import { packingBesideWork } from './sections/packing.ts';
import { writeToPaint } from './sections/paint.ts';
import { paletteSearch } from './sections/palette.ts';
import { peersComparison } from './sections/peers.ts';
import { remoteChange } from './sections/remote-change.ts';
import { receiptsOfDevices } from './sections/receipts.ts';
import { warmRoutes } from './sections/routes.ts';
import { taskOverview } from './sections/overview.ts';
import { postgresWrites, serverWrites } from './sections/server-writes.ts';
import { storedBytes } from './sections/stored-bytes.ts';
import { warmStart } from './sections/warm-start.ts';
import { seedBoard } from './seed.ts';
import { printRow, printTable, type Row } from './stats.ts';
import { startSetup } from './setup.ts';

/** Time limit of a section in milliseconds; in the comparison with peers each has one of its own. */
const LONGEST = 120_000;
const LONGEST_ROUTES = 300_000;
const LONGEST_COMPARISON = 1_800_000;
const LONGEST_PACKING = 900_000;

/** Sections that take long and run only when they are named. */
const ONLY_NAMED = new Set(['peers', 'idle', 'packing', 'encrypted', 'company']);

/** Sections that need the board of each size, and those that need one of them alone. */
const OF_EACH_SIZE = ['peers', 'download', 'paint', 'warm', 'palette', 'encrypted'];
const OF_FIRST_SIZE = ['routes', 'remote', 'offline', 'idle', 'packing'];
const OF_LAST_SIZE = ['memory', 'storage', 'overview', 'compare'];

const chosen = process.argv.slice(2);
const usual = chosen.join() === 'peers' ? '1000,10000' : '1000,10000,50000';
const sizes = (process.env['SIZES'] ?? usual).split(',').map(Number);
const wants = (section: string) =>
  chosen.length === 0 ? !ONLY_NAMED.has(section) : chosen.includes(section);

const setup = await startSetup();
const rows: Row[] = [];
const section = async (
  name: string,
  run: () => Promise<readonly Row[]>,
  longest = LONGEST,
): Promise<void> => {
  if (!wants(name)) return;
  const start = performance.now();
  const measured = await within(longest, name, run()).catch((error: unknown) => {
    process.exitCode = 1;
    const message = error instanceof Error ? error.message : String(error);
    return [{ what: name, value: 'failed', against: message.split('\n')[0] ?? '', met: false }];
  });
  console.error(`${name}, ${((performance.now() - start) / 1_000).toFixed(0)} s:`);
  for (const row of measured) printRow(row);
  rows.push(...measured);
};

await section('load', () => firstLoad(setup));
await section('writes', () => serverWrites(setup));
await section('postgres', () => postgresWrites(setup));
await section('chat', () => chatSockets(setup));
await section('fanout', () => fanOut(setup), LONGEST_ROUTES);
await section('receipts', () => receiptsOfDevices(setup));
await section('column', () => longColumn(setup));
await section('company', () => companyOfMillion(setup), LONGEST_COMPARISON);
const compare = wants('peers') ? await peersComparison(setup) : undefined;
const boards = sizes.filter(
  (size) =>
    OF_EACH_SIZE.some(wants) ||
    (size === sizes[0] && OF_FIRST_SIZE.some(wants)) ||
    (size === sizes.at(-1) && OF_LAST_SIZE.some(wants)),
);
for (const size of boards) {
  const peer = await startPeer(setup.url, `size${String(size)}`);
  const board = await within(LONGEST, `a board of ${String(size)}`, seedBoard(peer, size));
  const subject: Subject = { peer, board, size };
  if (compare !== undefined) await section('peers', () => compare(subject), LONGEST_COMPARISON);
  await section('download', () => firstDownload(setup, subject));
  await section('paint', () => writeToPaint(setup, subject));
  await section('warm', () => warmStart(setup, subject));
  await section('encrypted', () => encryptedRows(setup, subject), LONGEST_PACKING);
  await section('palette', () => paletteSearch(setup, subject));
  if (size === sizes[0]) {
    await section('routes', () => warmRoutes(setup, subject), LONGEST_ROUTES);
    await section('remote', () => remoteChange(setup, subject));
    await section('offline', () => offlineQueue(setup, subject));
    await section('packing', () => packingBesideWork(setup, subject), LONGEST_PACKING);
    await section('idle', () => idleTab(setup, subject), LONGEST + idleTime());
  }
  if (size === sizes.at(-1)) {
    await section('memory', () => memoryOfBoard(setup, subject));
    await section('storage', () => storedBytes(setup, subject));
    await section('overview', () => taskOverview(setup, subject));
    await section('compare', () => comparisonBesideWork(setup, subject));
  }
}
await setup.close();
console.error('');
printTable(rows);
process.exit();
