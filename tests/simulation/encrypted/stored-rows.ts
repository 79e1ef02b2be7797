import type { RowCipher } from '../../../sync/store/row-cipher.ts';

/** Field of a stored row with its encrypted fields (sync/store/sealed-rows.ts). */
const SEALED = '$sealed';

/** Decrypts rows of one store as they are on the disk; each stored row once. */
export interface StoredRows {
  /** `keyPath`: the primary key of the table. A row that is not encrypted is returned as it is, and remembered. */
  readonly open: (table: string, keyPath: unknown, row: unknown) => unknown;
  /** Tables in which a row was found that is not encrypted. */
  readonly plain: ReadonlySet<string>;
}

export function openStoredRows(cipher: RowCipher): StoredRows {
  const known = new WeakMap<object, object>();
  const plain = new Set<string>();
  return {
    plain,
    open: (table, keyPath, row) => {
      if (typeof row !== 'object' || row === null) return row;
      const content: unknown = Reflect.get(row, SEALED);
      if (!(content instanceof Uint8Array)) {
        plain.add(table);
        return row;
      }
      const paths = Array.isArray(keyPath) ? keyPath : [keyPath];
      const place = [table, ...paths.map((path): unknown => Reflect.get(row, String(path)))];
      const opened = known.get(row) ?? cipher.open(content, JSON.stringify(place));
      known.set(row, opened);
      return opened;
    },
  };
}
