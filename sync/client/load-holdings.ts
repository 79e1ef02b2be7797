/** What this device holds (HOLD-1): loaded with the first report, apart from every first page. */
export async function loadHoldings() {
  return (await import('./holdings-parts.ts')).holdingsParts;
}
