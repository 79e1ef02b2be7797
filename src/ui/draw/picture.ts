import { COLOURS, letterSize, pathOf, type Shape } from './shapes.ts';

/** A decoded picture with its address in this page. */
export interface Picture {
  readonly url: string;
  readonly image: HTMLImageElement;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** True when it is saved as a JPEG, as photos are; otherwise as a PNG. */
  readonly isPhoto: boolean;
}

/** Longest side of a saved drawing, in pixels: phones have no larger canvas. */
const LONGEST = 4_096;
/** A drawing in vectors may have no size of its own. Pixels. */
const SMALLEST = 320;

export const TEXT_FONT = "'Inter Variable', system-ui, sans-serif";

/** Decodes a picture; rejects when the browser cannot. The caller revokes its address. */
export async function openPicture(content: Blob): Promise<Picture> {
  const url = URL.createObjectURL(content);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch (error) {
    URL.revokeObjectURL(url);
    throw error;
  }
  const [wide, high] = [image.naturalWidth || SMALLEST, image.naturalHeight || SMALLEST];
  const scale = Math.min(1, LONGEST / Math.max(wide, high));
  const isPhoto = ['image/jpeg', 'image/webp', 'image/avif'].includes(content.type);
  return {
    url,
    image,
    width: Math.round(wide * scale),
    height: Math.round(high * scale),
    isPhoto,
  };
}

/** The picture with its shapes; null when the browser cannot encode it. */
export async function drawOnto(picture: Picture, shapes: readonly Shape[]): Promise<Blob | null> {
  const { image, width, height, isPhoto } = picture;
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  if (isPhoto) {
    // A JPEG has no transparent pixels: they would be black.
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, width, height);
  }
  context.drawImage(image, 0, 0, width, height);
  for (const shape of shapes) drawShape(context, shape);
  return new Promise((resolve) => {
    if (isPhoto) canvas.toBlob(resolve, 'image/jpeg', 0.92);
    else canvas.toBlob(resolve, 'image/png');
  });
}

/** Colour of the edge of letters, so that they can be read on any picture. */
export function edgeOf({ colour }: Shape): string {
  return colour === 'white' || colour === 'yellow' ? COLOURS.black : COLOURS.white;
}

function drawShape(context: CanvasRenderingContext2D, shape: Shape): void {
  context.lineCap = 'round';
  context.lineJoin = 'round';
  if (shape.kind === 'text') {
    context.font = `600 ${String(letterSize(shape))}px ${TEXT_FONT}`;
    context.lineWidth = shape.width;
    context.strokeStyle = edgeOf(shape);
    context.strokeText(shape.text, shape.at.x, shape.at.y);
    context.fillStyle = COLOURS[shape.colour];
    context.fillText(shape.text, shape.at.x, shape.at.y);
    return;
  }
  context.lineWidth = shape.width;
  context.strokeStyle = COLOURS[shape.colour];
  context.stroke(new Path2D(pathOf(shape)));
}
