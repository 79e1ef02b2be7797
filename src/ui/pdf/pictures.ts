/** Longest side of a photo in a PDF, in pixels: sharp at the width of a column of A4. */
const LONGEST = 900;

/** A photo as JPEG in a data URL, upright and without its metadata; undefined for one that the browser cannot decode. */
export async function jpegOf(content: Blob): Promise<string | undefined> {
  try {
    const bitmap = await createImageBitmap(content);
    const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    const context = canvas.getContext('2d');
    if (context === null) return undefined;
    // JPEG has no transparency.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    return canvas.toDataURL('image/jpeg', 0.85);
  } catch {
    return undefined;
  }
}

interface TextStyle {
  /** Points. */
  readonly size: number;
  readonly color: string;
  /** Points. */
  readonly width: number;
}

export interface DrawnText {
  /** PNG in a data URL. */
  readonly image: string;
  /** Points. */
  readonly width: number;
}

/** Pixels of a point: 288 dpi. */
const PIXELS = 4;
const LINE = 1.35;

/**
 * A line of text that the font of the PDF cannot draw, drawn by the browser with the fonts of the device; undefined where it
 * cannot. It wraps at spaces, and within words that are longer than a line.
 */
export function drawText(text: string, { size, color, width }: TextStyle): DrawnText | undefined {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  const font = `${String(size * PIXELS)}px "Inter Variable", system-ui, sans-serif`;
  context.font = font;
  const lines = wrapped(text, context, width * PIXELS);
  const widest = Math.max(1, ...lines.map((line) => context.measureText(line).width));
  canvas.width = Math.ceil(widest);
  canvas.height = Math.ceil(lines.length * size * LINE * PIXELS);
  // Setting a size resets the context.
  context.font = font;
  context.fillStyle = color;
  context.textBaseline = 'middle';
  for (const [index, line] of lines.entries()) {
    context.fillText(line, 0, (index + 0.5) * size * LINE * PIXELS);
  }
  return { image: canvas.toDataURL('image/png'), width: canvas.width / PIXELS };
}

function wrapped(line: string, context: CanvasRenderingContext2D, width: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const part of parts(line)) {
    if (current !== '' && context.measureText(current + part).width > width) {
      lines.push(current.trimEnd());
      current = '';
    }
    for (const sign of context.measureText(part).width > width ? signsOf(part) : [part]) {
      if (current !== '' && context.measureText(current + sign).width > width) {
        lines.push(current);
        current = '';
      }
      current += sign;
    }
  }
  return [...lines, current];
}

/** Words with the spaces after them. */
function parts(line: string): readonly string[] {
  return line.match(/\S*\s*/g)?.filter((part) => part !== '') ?? [];
}

function signsOf(text: string): readonly string[] {
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}
