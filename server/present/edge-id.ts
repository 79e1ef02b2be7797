/** Ids that the server assigns are numbers in the API (product.md, 4); others stay text. */
export function edgeId(id: string): number | string {
  return /^[1-9][0-9]{0,14}$/.test(id) ? Number(id) : id;
}
