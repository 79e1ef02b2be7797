/**
 * `npm run take-files`: makes this installation's database the owner of the bucket of S3_URL, after a restore for good.
 * The daily clean-up then removes what this database does not name, and no longer runs for the former owner. The server
 * may be running.
 */
import { ownerText } from '../files/storage-owner.ts';
import { s3Storage } from '../files/s3-storage.ts';
import { readConfig } from '../shared/config.ts';
import { readMarked } from '../store/installation.ts';
import { readSnapshot } from '../store/open-snapshot.ts';

try {
  const { databaseUrl, dataDir, s3 } = readConfig(process.env);
  if (s3 === undefined) throw new Error('S3_URL is not set: there is no bucket to take.');
  const place = databaseUrl === undefined ? { dataDir } : { url: databaseUrl };
  const installation = await readSnapshot(place, readMarked);
  if (installation === undefined) {
    throw new Error('This database has no number yet: start the server with S3_URL once.');
  }
  await s3Storage(s3).owner.write(ownerText(installation));
  process.stdout.write('The files in the bucket belong to this database.\n');
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
