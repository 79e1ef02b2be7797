/** Run of a comparison: in both texts, only in the left one, only in the right one. */
export interface DiffRun {
  readonly kind: 'same' | 'left' | 'right';
  readonly text: string;
}

/** Limit of compared word pairs; above it the middle of two texts counts as different, so that typing never stalls. */
const MAX_CELLS = 1_000_000;

/** Word diff of two texts for display. */
export function diffText(left: string, right: string): readonly DiffRun[] {
  const a = text(left);
  const b = text(right);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA -= 1;
    endB -= 1;
  }
  const runs = [
    ...a.slice(0, start).map((text) => run('same', text)),
    ...middle(a.slice(start, endA), b.slice(start, endB)),
    ...a.slice(endA).map((text) => run('same', text)),
  ];
  return joined(runs);
}

function text(text: string): readonly string[] {
  return text.match(/\s+|[^\s]+/gu) ?? [];
}

function run(kind: DiffRun['kind'], text: string): DiffRun {
  return { kind, text };
}

function middle(a: readonly string[], b: readonly string[]): readonly DiffRun[] {
  if (a.length * b.length > MAX_CELLS) {
    return [...a.map((text) => run('left', text)), ...b.map((text) => run('right', text))];
  }
  const width = b.length + 1;
  const lengths = commonLengths(a, b);
  const runs: DiffRun[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const left = a[i] ?? '';
    if (left === b[j]) {
      runs.push(run('same', left));
      i += 1;
      j += 1;
    } else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) {
      runs.push(run('left', left));
      i += 1;
    } else {
      runs.push(run('right', b[j] ?? ''));
      j += 1;
    }
  }
  return [
    ...runs,
    ...a.slice(i).map((text) => run('left', text)),
    ...b.slice(j).map((text) => run('right', text)),
  ];
}

function commonLengths(a: readonly string[], b: readonly string[]): Uint32Array {
  const width = b.length + 1;
  const table = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      table[i * width + j] =
        a[i] === b[j]
          ? (table[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(table[(i + 1) * width + j] ?? 0, table[i * width + j + 1] ?? 0);
    }
  }
  return table;
}

function joined(runs: readonly DiffRun[]): readonly DiffRun[] {
  const result: DiffRun[] = [];
  for (const next of runs) {
    const last = result.at(-1);
    if (last?.kind === next.kind) result[result.length - 1] = run(last.kind, last.text + next.text);
    else result.push(next);
  }
  return result;
}
