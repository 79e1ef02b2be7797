import type { Rolldown } from 'vite';

/** What a page at some address needs beyond what every page needs, each beyond the one before. */
const SCREENS = {
  frame: ['src/routes/_app.tsx?tsr-split=component', 'sync/client/account.ts'],
  board: ['src/routes/_app/workspace.$slug.tsx?tsr-split=component'],
} as const;

/** The files that make up the first page, the frame and a board: each says what those before it do not have. */
export function filesOfScreens(
  bundle: Rolldown.OutputBundle,
  entry: string,
): Readonly<Record<'first' | keyof typeof SCREENS, readonly string[]>> {
  const first = filesOf(bundle, entry);
  const known = new Set(first);
  const more = (modules: readonly string[]) => {
    const files = modules.flatMap((module) => filesOf(bundle, chunkOf(bundle, module)));
    const later = [...new Set(files)].filter((file) => !known.has(file));
    for (const file of later) known.add(file);
    return later;
  };
  return { first, frame: more(SCREENS.frame), board: more(SCREENS.board) };
}

function chunkOf(bundle: Rolldown.OutputBundle, module: string): string {
  const found = Object.values(bundle).find(
    (output) => output.type === 'chunk' && output.moduleIds.some((id) => id.endsWith(module)),
  );
  if (found === undefined) throw new Error(`No file of the build holds ${module}`);
  return found.fileName;
}

/** A script and all scripts it imports at once. */
function filesOf(bundle: Rolldown.OutputBundle, start: string): readonly string[] {
  const files = new Set<string>();
  const add = (file: string) => {
    const output = bundle[file];
    if (files.has(file) || output?.type !== 'chunk') return;
    files.add(file);
    output.imports.forEach(add);
  };
  add(start);
  return [...files];
}
