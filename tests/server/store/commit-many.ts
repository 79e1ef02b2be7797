/** Commits a number of single writes, one after the other, into a data folder, for a test that traces the process. */
import { createWriter } from '../../../server/writer/writer.ts';
import { openDatabase } from '../../../server/store/open.ts';

const [, , dataDir = '', commits = '0'] = process.argv;
const database = await openDatabase({ dataDir });
const writer = createWriter({
  database,
  now: () => 0,
  newEpoch: () => 'epoch',
  report: (error) => {
    throw error;
  },
});
for (let index = 0; index < Number(commits); index += 1) {
  await writer.write([], async (tx) => tx.nextSerial('users'));
}
await writer.close();
await database.close();
