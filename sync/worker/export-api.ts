import { conversations } from '../../model/entities/conversation.ts';
import { ENTITIES } from '../../model/entities/registry.ts';
import { orgStream } from '../../model/entities/scopes.ts';
import { loadedRanges } from '../core/scope-state.ts';
import { type AccountDb, accountDb } from '../store/database.ts';
import { putFiles } from './export-files.ts';
import { readAll, readNames, rowsOf, withoutLocalKeys } from './export-rows.ts';
import { csvTables } from './export-tables.ts';
import type {
  ExportAccount,
  ExportApi,
  ExportProgress,
  ExportRequest,
  LeftOut,
} from './export-types.ts';
import { uniqueNames, type ZipWriter, zipWriter } from '../store/zip-writer.ts';

/** Builds the archive from the local stores; `open` selects another IndexedDB than the browser's own. */
export function exportApi(open: (dbName: string) => AccountDb = accountDb): ExportApi {
  return {
    make: async (request, notify) => {
      const zip = zipWriter(new Date(request.at));
      const folder = uniqueNames();
      const parts: Part[] = [];
      for (const account of request.accounts) {
        const db = open(account.dbName);
        const prefix = request.accounts.length === 1 ? '' : `${folder(account.orgName)}/`;
        parts.push(await putAccount({ db, account, request, zip, prefix, notify }));
        db.dexie.close();
      }
      const leftOut = [...request.missing, ...parts.flatMap((part) => part.leftOut)];
      await zip.bytes(unsentName(request), request.unsent);
      await zip.text('manifest.json', [manifest(request, parts, leftOut)]);
      await zip.text('README.txt', [readMe(request, leftOut)]);
      return {
        archive: await zip.finish(),
        rows: parts.reduce((sum, { rows }) => sum + rows, 0),
        files: parts.reduce((sum, { files }) => sum + files, 0),
        leftOut,
      };
    },
  };
}

interface Part {
  readonly organization: string;
  /** Number of rows by table. */
  readonly counts: Readonly<Record<string, number>>;
  readonly rows: number;
  readonly files: number;
  readonly leftOut: readonly LeftOut[];
}

interface PartInput {
  readonly db: AccountDb;
  readonly account: ExportAccount;
  readonly request: ExportRequest;
  readonly zip: ZipWriter;
  /** Folder of the organisation with a trailing slash; empty when there is one organisation. */
  readonly prefix: string;
  readonly notify: (progress: ExportProgress) => void;
}

async function putAccount(input: PartInput): Promise<Part> {
  const { db, account, request, zip, prefix, notify } = input;
  const counts = await putRows(input);
  const files = await putFiles({
    db,
    userId: account.userId,
    zip,
    folder: prefix,
    fromServer: request.fromServer,
    notify: (done, total) => notify({ stage: 'files', done, total }),
  });
  const names = await readNames(db, files.paths, request.deletedPerson);
  for await (const { name, chunks } of csvTables(db, names)) {
    await zip.text(`${prefix}${name}.csv`, chunks);
  }
  return {
    organization: account.orgName,
    counts,
    rows: Object.values(counts).reduce((sum, count) => sum + count, 0),
    files: files.paths.size,
    leftOut: [...(await missingData(db, account)), ...files.leftOut],
  };
}

/**
 * Writes every table as JSON, one row per line. Unsent changes are included: the rows are those that the person sees.
 */
async function putRows({ db, zip, prefix, notify }: PartInput): Promise<Record<string, number>> {
  const sizes = await Promise.all(ENTITIES.map(({ table }) => db.dexie.table(table).count()));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const counts: Record<string, number> = {};
  let done = 0;
  for (const entity of ENTITIES) {
    let count = 0;
    async function* lines() {
      yield '[';
      for await (const some of rowsOf(db, entity)) {
        const texts = some.map((row) => JSON.stringify(withoutLocalKeys(entity, row)));
        yield `${count === 0 ? '' : ','}\n${texts.join(',\n')}`;
        count += some.length;
        done += some.length;
        notify({ stage: 'rows', done, total });
      }
      yield '\n]\n';
    }
    await zip.text(`${prefix}json/${entity.table}.json`, lines());
    counts[entity.table] = count;
  }
  return counts;
}

/** Data that the person may read and this device does not have. */
async function missingData(db: AccountDb, account: ExportAccount): Promise<readonly LeftOut[]> {
  const streams = await db.streams.toArray();
  const leftOut: LeftOut[] = [];
  if (streams.length === 0 || streams.some(({ download }) => download !== undefined)) {
    leftOut.push({
      what: account.orgName,
      why: /*i18n*/ 'This device has not downloaded everything of it yet.',
    });
  }
  const state = streams.find(({ stream }) => stream === orgStream(account.orgId));
  const outlined = state?.outlined?.length ?? 0;
  if (outlined > 0) {
    leftOut.push({
      what: `Comments, sub-tasks and files of ${String(outlined)} projects`,
      why: /*i18n*/ 'They are only at the server, because nobody opened these projects on this device.',
    });
  }
  const summarized = state?.summarized?.length ?? 0;
  if (summarized > 0) {
    leftOut.push({
      what: `Tasks of ${String(summarized)} projects`,
      why: /*i18n*/ 'They are only at the server, because nobody opened these projects on this device.',
    });
  }
  for (const { id } of await readAll(db, conversations)) {
    const loaded = loadedRanges(state?.scopes, id);
    const earlier = loaded.earlier.reduce((sum, { from, to }) => sum + to - from + 1, 0);
    const older = loaded.from - 1 - earlier;
    if (older > 0) {
      leftOut.push({
        what: `${String(older)} older messages of a conversation (${id})`,
        why: /*i18n*/ 'Only the newest messages are kept on a device; these are at the server.',
      });
    }
  }
  return leftOut;
}

function manifest(
  request: ExportRequest,
  parts: readonly Part[],
  leftOut: readonly LeftOut[],
): string {
  const organizations = parts.map(({ organization, counts, files }) => ({
    organization,
    rows: counts,
    files,
  }));
  const content = {
    kind: 'cairn-export',
    version: 1,
    made_at: request.at,
    made_by: request.person,
    organizations,
    left_out: leftOut,
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

/** A copy of unsent work with files is an archive. */
function unsentName({ unsent }: Pick<ExportRequest, 'unsent'>): string {
  return unsent.type === 'application/zip' ? 'unsent.zip' : 'unsent.json';
}

function readMe({ person, at, unsent }: ExportRequest, leftOut: readonly LeftOut[]): string {
  return [
    `Everything in Cairn that ${person} could read on ${at.slice(0, 10)}, as this device had it.`,
    '',
    '*.csv          for spreadsheets; a text that a spreadsheet would run as a formula begins with an apostrophe',
    'json/          every row of every table, with all its fields',
    'files/         attachments, documents and images',
    `${unsentName({ unsent }).padEnd(15)}what had not been sent yet; it can be brought back under "Unsent changes"`,
    'manifest.json  what is in here, and what is not',
    '',
    leftOut.length === 0
      ? 'Nothing was left out.'
      : `Left out (${String(leftOut.length)}), each with its reason in manifest.json.`,
    '',
  ].join('\r\n');
}
