import { ENGINE_FAULTS, type EngineFault } from './engine-faults.ts';
import { type SourceEdit, SWITCHED } from './engine-faults/source-edit.ts';

/**
 * Adds each fault of the engine to the sources behind a switch while they are loaded, so that one process runs the
 * engine with and without each of them. The load fails when an edit's line is missing in its file or occurs twice, so
 * that no edit silently does nothing.
 */

declare global {
  var engineFaults: EngineFaults | undefined;
}

interface EngineFaults {
  /** The active fault. */
  active?: EngineFault | undefined;
  /** Files that were loaded with their switches. */
  readonly files: Set<string>;
}

/** True for a file that may have switches; `file` is relative to the root, with slashes. */
export function hasSwitches(file: string): boolean {
  return SWITCHED.some((folder) => file.startsWith(folder));
}

const ENTRIES = Object.entries<readonly SourceEdit[]>(ENGINE_FAULTS);

/** The source of a file with a switch at each fault; `file` is relative to the root, with slashes. */
export function withSwitches(
  file: string,
  source: string,
  faults: readonly (readonly [string, readonly SourceEdit[]])[] = ENTRIES,
): string {
  const edits = faults.flatMap(([fault, all]) =>
    all.filter((edit) => edit.file === file).map((edit) => ({ ...edit, fault })),
  );
  if (edits.length === 0) return source;
  const lines = source.split('\n');
  for (const line of new Set(edits.map((edit) => edit.line))) {
    const found = lines.flatMap((text, index) => (text.trim() === line ? [index] : []));
    const [at] = found;
    if (at === undefined || found.length > 1) {
      throw new Error(
        `${file} has ${String(found.length)} lines "${line}" for a fault of the engine`,
      );
    }
    lines[at] = switched(
      line,
      edits.filter((edit) => edit.line === line),
    );
  }
  const registered = `(globalThis.engineFaults ??= { files: new Set() }).files.add(${JSON.stringify(file)});`;
  return `${lines.join('\n')}\n${registered}\n`;
}

/** Faults on the same line share a switch; each has its own version of the line. */
function switched(
  line: string,
  edits: readonly (SourceEdit & { readonly fault: string })[],
): string {
  const [first, ...others] = edits.toSorted((one, other) => other.code.length - one.code.length);
  if (first === undefined) return line;
  const { code } = first;
  const arms = [first, ...others].map(({ fault, code: inner, by }) => {
    const text = replaced(code, inner, `(${by})`);
    return `globalThis.engineFaults.active === ${JSON.stringify(fault)} ? (${text}) : `;
  });
  return replaced(line, code, `(${arms.join('')}(${code}))`);
}

function replaced(text: string, code: string, by: string): string {
  const [before, after, ...more] = text.split(code);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`"${text}" must contain "${code}" once for a fault of the engine`);
  }
  return before + by + after;
}

/** Activates one fault, or none. Throws when the engine was loaded without the switches of the fault. */
export function activate(fault: EngineFault | undefined): void {
  const known = globalThis.engineFaults;
  const missing = editsOf(fault).find(({ file }) => known?.files.has(file) !== true);
  if (missing !== undefined) throw new Error(`${missing.file} was loaded without its switches`);
  if (known !== undefined) known.active = fault;
}

function editsOf(fault: EngineFault | undefined): readonly SourceEdit[] {
  return fault === undefined ? [] : ENGINE_FAULTS[fault];
}
