import * as v from 'valibot';

export const COLOURS = {
  red: '#e5322d',
  yellow: '#ffd43b',
  green: '#2f9e44',
  blue: '#1c7ed6',
  white: '#ffffff',
  black: '#101418',
} as const;
export type Colour = keyof typeof COLOURS;

export const TOOLS = ['pen', 'line', 'arrow', 'box', 'text'] as const;
export type Tool = (typeof TOOLS)[number];

/** Longest text on a picture, in characters. */
export const TEXT_LIMIT = 200;

export interface Point {
  readonly x: number;
  readonly y: number;
}

const colour = v.picklist(['red', 'yellow', 'green', 'blue', 'white', 'black']);
const number = v.pipe(v.number(), v.finite());
const point = v.object({ x: number, y: number });

/** A mark on a picture. All numbers are pixels of the picture; `width` is that of the line. */
const shapeSchema = v.variant('kind', [
  v.object({ kind: v.literal('pen'), colour, width: number, points: v.array(point) }),
  v.object({
    kind: v.picklist(['line', 'arrow', 'box']),
    colour,
    width: number,
    from: point,
    to: point,
  }),
  v.object({ kind: v.literal('text'), colour, width: number, at: point, text: v.string() }),
]);
export type Shape = Readonly<v.InferOutput<typeof shapeSchema>>;

const drawingSchema = v.pipe(v.string(), v.parseJson(), v.array(shapeSchema));

/** Shapes of a stored drawing; none for a text that is no drawing. */
export function readShapes(text: string): readonly Shape[] {
  const found = v.safeParse(drawingSchema, text);
  return found.success ? found.output : [];
}

/** A drawing as text, for a draft; empty without shapes. */
export function writeShapes(shapes: readonly Shape[]): string {
  return shapes.length === 0 ? '' : JSON.stringify(shapes);
}

/** Width of a line on a picture of this size: on every picture it looks as wide. */
export function lineWidth(
  size: { readonly width: number; readonly height: number },
  isThick: boolean,
) {
  return Math.max(1, Math.round((Math.max(size.width, size.height) / 1_000) * (isThick ? 12 : 6)));
}

/** Height of the letters of a text, in pixels. */
export function letterSize({ width }: Pick<Shape, 'width'>): number {
  return width * 6;
}

/** A shape from its first point on; undefined for a text, which is typed. */
export function beginShape(
  tool: Tool,
  style: { readonly colour: Colour; readonly width: number },
  at: Point,
): Shape | undefined {
  if (tool === 'text') return undefined;
  if (tool === 'pen') return { kind: 'pen', ...style, points: [at] };
  return { kind: tool, ...style, from: at, to: at };
}

/** The shape after the pointer has moved; a point that adds nothing to a line of the pen is left out. */
export function extendShape(shape: Shape, at: Point): Shape {
  if (shape.kind === 'text') return shape;
  if (shape.kind !== 'pen') return { ...shape, to: at };
  const last = shape.points.at(-1);
  const isFar = last === undefined || Math.hypot(at.x - last.x, at.y - last.y) >= shape.width / 4;
  return isFar ? { ...shape, points: [...shape.points, at] } : shape;
}

/** False for a shape without an extent, as of a tap; a tap with the pen is a dot. */
export function isVisible(shape: Shape): boolean {
  if (shape.kind === 'text') return shape.text.trim() !== '';
  if (shape.kind === 'pen') return shape.points.length > 0;
  return Math.hypot(shape.to.x - shape.from.x, shape.to.y - shape.from.y) >= shape.width;
}

/** SVG path data of a shape, which the screen and the saved picture are drawn from; empty for a text. */
export function pathOf(shape: Shape): string {
  switch (shape.kind) {
    case 'pen':
      return penPath(shape.points);
    case 'line':
      return `M${xy(shape.from)}L${xy(shape.to)}`;
    case 'arrow':
      return arrowPath(shape.from, shape.to, shape.width);
    case 'box': {
      const { from, to } = shape;
      return `M${xy(from)}L${xy({ x: to.x, y: from.y })}L${xy(to)}L${xy({ x: from.x, y: to.y })}Z`;
    }
    case 'text':
      return '';
  }
}

/** A smooth line: through the middles between its points. */
function penPath(points: readonly Point[]): string {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return '';
  // A line to the same point: a dot.
  if (points.length === 1) return `M${xy(first)}L${xy(first)}`;
  const curves = points.slice(1, -1).map((point, index) => {
    const next = points[index + 2] ?? last;
    return `Q${xy(point)} ${xy({ x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 })}`;
  });
  return `M${xy(first)}${curves.join('')}L${xy(last)}`;
}

function arrowPath(from: Point, to: Point, width: number): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const head = Math.min(width * 5, length / 2);
  const side = (turn: number) => ({
    x: to.x - head * Math.cos(angle + turn),
    y: to.y - head * Math.sin(angle + turn),
  });
  return `M${xy(from)}L${xy(to)}M${xy(side(0.5))}L${xy(to)}L${xy(side(-0.5))}`;
}

function xy({ x, y }: Point): string {
  return `${String(Math.round(x * 10) / 10)} ${String(Math.round(y * 10) / 10)}`;
}
