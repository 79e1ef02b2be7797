import { Button, Group, Input, TextInput } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import SignaturePad from 'signature_pad';
import { i18n } from '../../i18n/i18n.ts';
import classes from './signature-field.module.css';
import { pathOf, SIGNATURE_BOX, strokesOf } from './signature-path.ts';

interface Props {
  readonly label: string;
  /** Path data in a box of `SIGNATURE_BOX`; empty: nothing is drawn. */
  readonly path: string;
  readonly onPath: (path: string) => void;
  /** Name typed in place of a drawn signature. */
  readonly name: string;
  readonly onName: (name: string) => void;
}

/** Signature by finger, pen or mouse; people who cannot draw type a name. */
export function SignatureField({ label, path, onPath, name, onName }: Props) {
  const labelId = useId();
  const strokes = strokesOf(path);
  const undo = () => onPath(pathOf(strokes.slice(0, -1)));
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot shrink below its content
    <div role="group" aria-labelledby={labelId}>
      <Input.Label labelElement="div" required id={labelId} className={classes['label'] ?? ''}>
        {label}
      </Input.Label>
      <Pad path={path} onPath={onPath} />
      <Group gap="xs" mt={4} justify="flex-end">
        <Button size="xs" variant="subtle" disabled={path === ''} onClick={undo}>
          {i18n.t('Undo the last stroke')}
        </Button>
        <Button size="xs" variant="subtle" disabled={path === ''} onClick={() => onPath('')}>
          {i18n.t('Clear')}
        </Button>
      </Group>
      <TextInput
        mt="xs"
        label={i18n.t('Or type your name')}
        autoComplete="name"
        maxLength={200}
        value={name}
        onChange={({ currentTarget }) => onName(currentTarget.value)}
      />
    </div>
  );
}

/** Canvas that draws the path again when it changes otherwise than by a stroke, and when the width changes. */
function Pad({ path, onPath }: Pick<Props, 'path' | 'onPath'>) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad>(undefined);
  const latest = useRef({ path, onPath });
  const shown = useRef(path);
  useEffect(() => {
    latest.current = { path, onPath };
  });
  useEffect(() => {
    const node = canvas.current;
    if (node === null) return undefined;
    const made = new SignaturePad(node, { penColor: '#101418', minWidth: 0.8, maxWidth: 2.2 });
    pad.current = made;
    const ended = () => {
      const scale = SIGNATURE_BOX.width / node.clientWidth;
      const drawn = made
        .toData()
        .map(({ points }) => points.map(({ x, y }) => ({ x: x * scale, y: y * scale })));
      shown.current = pathOf(drawn);
      latest.current.onPath(shown.current);
    };
    made.addEventListener('endStroke', ended);
    const resized = new ResizeObserver(() => draw(made, node, latest.current.path));
    resized.observe(node);
    return () => {
      resized.disconnect();
      made.removeEventListener('endStroke', ended);
      made.off();
    };
  }, []);
  useEffect(() => {
    // Its own strokes are on the canvas: drawing them again would end a stroke that has begun meanwhile.
    if (shown.current === path) return;
    shown.current = path;
    if (pad.current !== undefined && canvas.current !== null) {
      draw(pad.current, canvas.current, path);
    }
  }, [path]);
  return (
    <canvas
      ref={canvas}
      className={classes['pad']}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an image that can be drawn on
      role="img"
      aria-label={path === '' ? i18n.t('Nothing is drawn yet') : i18n.t('Drawn signature')}
    />
  );
}

function draw(pad: SignaturePad, canvas: HTMLCanvasElement, path: string): void {
  const { clientWidth, clientHeight } = canvas;
  if (clientWidth === 0) return;
  canvas.width = clientWidth * devicePixelRatio;
  canvas.height = clientHeight * devicePixelRatio;
  canvas.getContext('2d')?.scale(devicePixelRatio, devicePixelRatio);
  const scale = clientWidth / SIGNATURE_BOX.width;
  const style = {
    penColor: '#101418',
    dotSize: 0,
    minWidth: 0.8,
    maxWidth: 2.2,
    velocityFilterWeight: 0.7,
    compositeOperation: 'source-over' as const,
  };
  pad.fromData(
    strokesOf(path).map((stroke) => ({
      ...style,
      points: stroke.map(({ x, y }, index) => ({
        x: x * scale,
        y: y * scale,
        pressure: 0.5,
        time: index * 16,
      })),
    })),
  );
}
