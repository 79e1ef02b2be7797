import type { Database } from './database.ts';
import type { Sql } from './sql.ts';

/** The same database; each error of a call is also passed to `failed`. */
export function watchedDatabase(database: Database, failed: (error: unknown) => void): Database {
  const reported = <T>(answer: Promise<T>): Promise<T> => {
    answer.catch(failed);
    return answer;
  };
  const watched = ({ all, run }: Sql): Sql => ({
    all: (text, parameters) => reported(all(text, parameters)),
    run: (text, parameters) => reported(run(text, parameters)),
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
      begin: () => reported(writer.begin()),
      commit: () => reported(writer.commit()),
      rollback: () => writer.rollback(),
      savepoint: (name) => reported(writer.savepoint(name)),
      release: (name) => reported(writer.release(name)),
      rollbackTo: (name) => writer.rollbackTo(name),
    },
  };
}
