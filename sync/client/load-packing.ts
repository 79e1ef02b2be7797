/** Files on this device (FILE-4): loaded when a person asks for them, apart from every first page. */
export async function loadPacking() {
  return (await import('./packing-parts.ts')).packingParts;
}
