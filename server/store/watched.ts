import type { Database } from './database.ts';
import type { Sql } from './sql.ts';

/** The same database; each error of a call is also passed to `failed`. */
export function watchedDatabase(database: Database, failed: (error: unknown) => void): Database {
  const told = <T>(answer: Promise<T>): Promise<T> => {
    answer.catch(failed);
    return answer;
  };
  const watched = ({ all, run }: Sql): Sql => ({
    all: (text, parameters) => told(all(text, parameters)),
    run: (text, parameters) => told(run(text, parameters)),
  });
  const { writer } = database;
  return {
    ...database,
    read: watched(database.read),
    snapshot: (work) =>
      database.snapshot((snapshot) => work({ ...watched(snapshot), db: snapshot.db })),
    writer: {
      ...watched(writer),
      get db() {
        return writer.db;
      },
      begin: () => told(writer.begin()),
      commit: () => told(writer.commit()),
      rollback: () => writer.rollback(),
      savepoint: (name) => told(writer.savepoint(name)),
      release: (name) => told(writer.release(name)),
      rollbackTo: (name) => writer.rollbackTo(name),
    },
  };
}
