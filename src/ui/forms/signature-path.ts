/** Width and height of the box of a drawn signature, in whole units of its path. */
export const SIGNATURE_BOX = { width: 400, height: 150 } as const;
/** Longest path, in characters. */
const PATH_LIMIT = 8_000;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** SVG path data of strokes in units of the box; points that lie close together are left out until it fits. */
export function pathOf(strokes: readonly (readonly Point[])[]): string {
  for (let distance = 2; ; distance *= 2) {
    const path = strokes.map((stroke) => strokePath(stroke, distance)).join('');
    if (path.length <= PATH_LIMIT) return path;
    if (distance > SIGNATURE_BOX.width) return path.slice(0, path.lastIndexOf('M', PATH_LIMIT));
  }
}

/** Strokes of path data, one list of points each. */
export function strokesOf(path: string): readonly (readonly Point[])[] {
  return path
    .split('M')
    .slice(1)
    .map((stroke) =>
      stroke.split('L').map((point) => {
        const [x = 0, y = 0] = point.split(' ').map(Number);
        return { x, y };
      }),
    );
}

function strokePath(stroke: readonly Point[], distance: number): string {
  const kept: Point[] = [];
  for (const [index, { x, y }] of stroke.entries()) {
    const point = { x: within(x, SIGNATURE_BOX.width), y: within(y, SIGNATURE_BOX.height) };
    const last = kept.at(-1);
    const isFar = last === undefined || Math.hypot(point.x - last.x, point.y - last.y) >= distance;
    if (isFar || index === stroke.length - 1) kept.push(point);
  }
  // A line to the same point: a dot.
  const [first] = kept;
  const points = kept.length === 1 && first !== undefined ? [first, first] : kept;
  return points
    .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${String(x)} ${String(y)}`)
    .join('');
}

function within(value: number, most: number): number {
  return Math.min(Math.max(Math.round(value), 0), most);
}
