/** Session storage name of the snapshot that this tab shows: id of its key. */
export const SNAPSHOT = 'cairn-snapshot';

/** Session storage name of the snapshot that this tab has closed, whose databases the next page deletes: id of its key. */
export const CLOSED_SNAPSHOT = 'cairn-snapshot-closed';
