import type { Writer } from '../writer/writer-types.ts';
import { numberOf, type Sql, textOf } from '../store/sql.ts';

const HOUR_MS = 3_600_000;
/** The daily clean-up of a server that runs is never further from the one before. */
const LONGEST_MS = 72 * HOUR_MS;
/** Time for somebody, or for the time service of the machine, to correct a wrong clock. */
const WAIT_MS = 12 * HOUR_MS;

/** Counter: time of the last clean-up, in milliseconds. */
const LAST = 'clean_up_last';
/** Counter: time at which a jump of the clock was found; there is none while the clock is believed. */
const JUMPED = 'clean_up_jumped';

/**
 * Decides whether a clean-up may run at `now` (milliseconds), and notes it. What it erases is gone for good, and a machine
 * without a battery may start years ahead. So when the last clean-up was more than three days ago, this one waits for
 * twelve hours; a server that was off for so long waits too. The first clean-up of a database runs at once: nothing in
 * it can be told from a wrong clock, and a new database has nothing to erase.
 */
export function mayCleanUp(writer: Writer, now: number): Promise<boolean> {
  return writer.separate(async (tx) => {
    const sql = await tx.sql();
    const times = await readTimes(sql);
    const last = times.get(LAST);
    const jumped = times.get(JUMPED);
    if (last !== undefined && now - last > LONGEST_MS) {
      // A jump that lies ahead was found by a clock that has been corrected since.
      const since = jumped === undefined || jumped > now ? now : jumped;
      if (now - since < WAIT_MS) {
        await note(sql, JUMPED, since);
        return false;
      }
    }
    await sql.run('delete from counters where name = ?', [JUMPED]);
    await note(sql, LAST, now);
    return true;
  });
}

async function readTimes(sql: Sql): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.all('select name, value from counters where name in (?, ?)', [
    LAST,
    JUMPED,
  ]);
  return new Map(rows.map((row) => [textOf(row, 'name'), numberOf(row, 'value')]));
}

async function note(sql: Sql, name: string, value: number): Promise<void> {
  await sql.run(
    `insert into counters (name, value) values (?, ?)
     on conflict (name) do update set value = excluded.value`,
    [name, value],
  );
}
