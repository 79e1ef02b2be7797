/** Files on this device (FILE-4): loaded when a person asks for them, apart from every first page. */
export async function loadPacking() {
  const [{ cachedFiles }, { packBudget }, { changePacking, setKept }, { findReadiness }] =
    await Promise.all([
      import('./cached-files.ts'),
      import('../../model/packing.ts'),
      import('../store/packing-choices.ts'),
      import('../store/queries/readiness.ts'),
    ]);
  return { cachedFiles, packBudget, changePacking, setKept, findReadiness };
}
