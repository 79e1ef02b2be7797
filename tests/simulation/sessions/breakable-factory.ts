import { IDBFactory } from 'fake-indexeddb';

/** IndexedDB in memory, of which a browser cannot open some databases for a while (CLIENT-6). */
export class BreakableFactory extends IDBFactory {
  /** Names of the databases that cannot be opened now. Their content is unchanged. */
  readonly unopenable = new Set<string>();

  override open(name: string, version?: number): IDBOpenDBRequest {
    // Browsers use several errors; for an UnknownError Dexie prints a warning.
    if (this.unopenable.has(name)) throw new DOMException('Internal error', 'InvalidStateError');
    return super.open(name, version);
  }
}
