/** Ids that the server assigns are numbers in the API (product.md, 4); others stay text. */
export function edgeId(id: string): number | string {
  return /^[1-9][0-9]{0,14}$/.test(id) ? Number(id) : id;
}

export function edgeIdOrNull(id: string | null): number | string | null {
  return id === null ? null : edgeId(id);
}
