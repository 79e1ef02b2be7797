/**
 * Characters that a TrueType font can draw, read from its `cmap` table (OpenType 1.9, formats 4 and 12). A damaged font
 * covers nothing.
 */
export function fontCoverage(font: ArrayBuffer): (codePoint: number) => boolean {
  const ranges = rangesOf(new DataView(font)).toSorted(([left], [right]) => left - right);
  return (codePoint) => {
    let low = 0;
    let high = ranges.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const [first, last] = ranges[middle] ?? [0, -1];
      if (codePoint < first) high = middle - 1;
      else if (codePoint > last) low = middle + 1;
      else return true;
    }
    return false;
  };
}

/** First and last code point. */
type Range = readonly [number, number];

const CMAP = 0x63_6d_61_70;

function rangesOf(view: DataView): readonly Range[] {
  const tables = view.getUint16(4);
  for (let index = 0; index < tables; index += 1) {
    const at = 12 + index * 16;
    if (view.getUint32(at) === CMAP) return rangesAt(view, view.getUint32(at + 8));
  }
  return [];
}

function rangesAt(view: DataView, cmap: number): readonly Range[] {
  const offsets = Array.from({ length: view.getUint16(cmap + 2) }, (_one, index) =>
    view.getUint32(cmap + 4 + index * 8 + 4),
  );
  const subtables = offsets.map((offset) => cmap + offset);
  const full = subtables.find((at) => view.getUint16(at) === 12);
  if (full !== undefined) return groups(view, full);
  const basic = subtables.find((at) => view.getUint16(at) === 4);
  return basic === undefined ? [] : segments(view, basic);
}

function groups(view: DataView, at: number): readonly Range[] {
  return Array.from({ length: view.getUint32(at + 12) }, (_one, index) => {
    const group = at + 16 + index * 12;
    return [view.getUint32(group), view.getUint32(group + 4)] as const;
  });
}

function segments(view: DataView, at: number): readonly Range[] {
  const doubled = view.getUint16(at + 6);
  return Array.from({ length: doubled / 2 }, (_one, index) => {
    const last = view.getUint16(at + 14 + index * 2);
    const first = view.getUint16(at + 16 + doubled + index * 2);
    return [first, last] as const;
  }).filter(([first]) => first !== 0xffff);
}
