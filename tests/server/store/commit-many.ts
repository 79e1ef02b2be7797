/** Commits so many single writes, one after the other, into a data folder: watched from outside by a test. */
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
