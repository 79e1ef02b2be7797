/** Files on this device (FILE-4): loaded when a person asks for them, apart from every first page. */
export const loadPacking = () => import('./packing.ts');
