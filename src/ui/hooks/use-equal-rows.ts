import { useState } from 'react';

/**
 * Same reference while the rows are equal: rows that are read again are new objects, and memoised components
 * would render again.
 */
export function useEqualRows<Row>(rows: readonly Row[] | undefined): readonly Row[] | undefined {
  const [known, setKnown] = useState(rows);
  if (known === rows || (rows !== undefined && areEqual(known, rows))) return known;
  setKnown(rows);
  return rows;
}

function areEqual<Row>(known: readonly Row[] | undefined, rows: readonly Row[]): boolean {
  return known?.length === rows.length && JSON.stringify(known) === JSON.stringify(rows);
}
