import encodeQR from 'qr';
import { useMemo } from 'react';

interface Props {
  readonly text: string;
  /** Accessible name. */
  readonly label: string;
  readonly className: string | undefined;
}

/** A QR code, always dark on white: readers need the contrast. */
export function QrCode({ text, label, className }: Props) {
  const { size, path } = useMemo(() => drawing(text), [text]);
  return (
    <svg
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** The dark modules as one path; the quiet zone of four modules is part of the drawing (ISO/IEC 18004, 6.3.8). */
function drawing(text: string): { readonly size: number; readonly path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const path = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size: rows.length, path: path.join('') };
}
