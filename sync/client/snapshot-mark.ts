/** Session storage name of the snapshot that this tab shows: id of its key. */
export const SNAPSHOT = 'cairn-snapshot';

/** Prefix of the local storage names of closed snapshots, by the ids of their keys, whose databases the next page deletes. */
export const CLOSED_SNAPSHOT = 'cairn-closed-snapshot:';
