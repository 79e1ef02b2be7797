import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { edgeOf, type Picture, TEXT_FONT } from './picture.ts';
import {
  beginShape,
  type Colour,
  COLOURS,
  extendShape,
  isVisible,
  letterSize,
  pathOf,
  type Point,
  type Shape,
  type Tool,
} from './shapes.ts';
import styles from './draw-dialog.module.css';

interface Props {
  readonly picture: Picture;
  readonly shapes: readonly Shape[];
  /** A text that is being typed. */
  readonly typed: Shape | undefined;
  readonly tool: Tool;
  readonly style: { readonly colour: Colour; readonly width: number };
  readonly onShape: (shape: Shape) => void;
  /** Called with the place of a new text. */
  readonly onText: (at: Point) => void;
}

interface Stroke {
  readonly pointer: number;
  /** `mouse`, `pen` or `touch`. */
  readonly type: string;
  readonly shape: Shape;
}

/** The picture with its shapes, drawn on by finger, pen or mouse. A second finger gives up the stroke of the first. */
export function DrawSurface(props: Props) {
  const { picture, shapes, typed, tool, style, onShape, onText } = props;
  const surface = useRef<SVGSVGElement>(null);
  // Beside the state: several moves may come before the next rendering.
  const current = useRef<Stroke>(undefined);
  const [stroke, showStroke] = useState<Stroke>();
  useNoZoom(surface);
  const setStroke = (next: Stroke | undefined) => {
    current.current = next;
    showStroke(next);
  };
  const down = (event: PointerEvent) => {
    if (current.current !== undefined) {
      // Two fingers pinch. A palm beside a pen is ignored.
      if (current.current.type === 'touch') setStroke(undefined);
      return;
    }
    if (!event.isPrimary || event.button !== 0) return;
    const at = pointOf(surface.current, event);
    if (at === undefined) return;
    const shape = beginShape(tool, style, at);
    if (shape === undefined) {
      // The field that opens keeps the focus.
      event.preventDefault();
      onText(at);
      return;
    }
    surface.current?.setPointerCapture(event.pointerId);
    setStroke({ pointer: event.pointerId, type: event.pointerType, shape });
  };
  const move = (event: PointerEvent) => {
    const before = current.current;
    if (event.pointerId !== before?.pointer) return;
    // All positions since the last frame, so that a fast line is round.
    const events = event.nativeEvent.getCoalescedEvents();
    let { shape } = before;
    for (const one of events.length === 0 ? [event] : events) {
      const at = pointOf(surface.current, one);
      if (at !== undefined) shape = extendShape(shape, at);
    }
    setStroke({ ...before, shape });
  };
  const up = (event: PointerEvent) => {
    const ended = current.current;
    if (event.pointerId !== ended?.pointer) return;
    setStroke(undefined);
    if (isVisible(ended.shape)) onShape(ended.shape);
  };
  const shown = [...shapes, ...(typed === undefined ? [] : [typed])];
  if (stroke !== undefined) shown.push(stroke.shape);
  return (
    <svg
      ref={surface}
      className={styles['surface']}
      viewBox={`0 0 ${String(picture.width)} ${String(picture.height)}`}
      role="img"
      aria-label={i18n.t(
        '{count, plural, one {Picture with # mark} other {Picture with # marks}}',
        {
          count: shapes.length,
        },
      )}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={() => setStroke(undefined)}
    >
      <image href={picture.url} width={picture.width} height={picture.height} />
      {shown.map((shape, index) => (
        <ShapeMark key={index} shape={shape} />
      ))}
    </svg>
  );
}

function ShapeMark({ shape }: { readonly shape: Shape }) {
  const colour = COLOURS[shape.colour];
  if (shape.kind === 'text') {
    return (
      <text
        x={shape.at.x}
        y={shape.at.y}
        fill={colour}
        stroke={edgeOf(shape)}
        strokeWidth={shape.width}
        strokeLinejoin="round"
        paintOrder="stroke"
        fontFamily={TEXT_FONT}
        fontSize={letterSize(shape)}
        fontWeight={600}
      >
        {shape.text}
      </text>
    );
  }
  return (
    <path
      d={pathOf(shape)}
      fill="none"
      stroke={colour}
      strokeWidth={shape.width}
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  );
}

/** Place of the pointer in pixels of the picture, within its edges. */
function pointOf(
  surface: SVGSVGElement | null,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): Point | undefined {
  const matrix = surface?.getScreenCTM()?.inverse();
  if (surface === null || matrix === undefined) return undefined;
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix);
  const { width, height } = surface.viewBox.baseVal;
  return { x: Math.min(Math.max(x, 0), width), y: Math.min(Math.max(y, 0), height) };
}

/** A pinch on a touchpad is a wheel with the control key; it would zoom the page below the pointer. */
function useNoZoom(surface: { readonly current: SVGSVGElement | null }): void {
  useEffect(() => {
    const node = surface.current;
    if (node === null) return undefined;
    const still = (event: Event) => event.preventDefault();
    const listeners = new AbortController();
    const options = { signal: listeners.signal, passive: false };
    node.addEventListener('wheel', still, options);
    node.addEventListener('touchmove', still, options);
    return () => listeners.abort();
  }, [surface]);
}
