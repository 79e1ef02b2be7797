/** Session storage name of the snapshot that this tab shows: id of its key. */
export const SNAPSHOT = 'cairn-snapshot';
