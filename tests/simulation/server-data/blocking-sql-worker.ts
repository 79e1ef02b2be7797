import pg from 'pg';
import { runAsWorker } from 'synckit';
import type { SqlRow, SqlValue } from '../../../server/store/sql.ts';

pg.defaults.parseInt8 = true;

/** Connections by their URL. One that its database ends is opened again. */
const clients = new Map<string, Promise<pg.Client>>();

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => clients.delete(url));
  await client.connect();
  return client;
}

runAsWorker(async (url: string, text: string, values: readonly SqlValue[]) => {
  const connection = clients.get(url) ?? connect(url);
  clients.set(url, connection);
  const { rows } = await (await connection).query<SqlRow>({ text, values: [...values] });
  return rows;
});
