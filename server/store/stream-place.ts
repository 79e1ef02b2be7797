import { marks } from './sql.ts';

/** A stream and the organisation to which it belongs: the key of its row (decision 0106). */
export interface StreamPlace {
  readonly orgId: string;
  readonly stream: string;
}

export interface KeyCondition {
  readonly where: string;
  readonly values: readonly string[];
}

/** Condition for the rows of these streams. */
export function atStreams(places: readonly StreamPlace[]): KeyCondition {
  return atKeys(
    'stream',
    places.map(({ orgId, stream }) => [orgId, stream]),
  );
}

/**
 * Condition for the rows of these organisations and values of the column, at least one. Those of one organisation are
 * found by its id alone, so that a database that is spread by organisation runs the statement on one machine. `of`:
 * the table's name in the statement, with a point.
 */
export function atKeys(
  column: string,
  keys: readonly (readonly [orgId: string, value: string])[],
  of = '',
): KeyCondition {
  const [orgId] = keys[0] ?? [];
  if (orgId !== undefined && keys.every(([other]) => other === orgId)) {
    return {
      where: `${of}org_id = ? and ${of}${column} in (${marks(keys.length)})`,
      values: [orgId, ...keys.map(([, value]) => value)],
    };
  }
  const each = keys.map(() => `(${of}org_id = ? and ${of}${column} = ?)`);
  return { where: `(${each.join(' or ')})`, values: keys.flat() };
}
