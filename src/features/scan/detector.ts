/** The part of the browser's BarcodeDetector that Cairn uses; TypeScript's library does not have it. */
export interface Detector {
  /** Texts of the codes in a picture. */
  readonly detect: (
    picture: ImageBitmapSource,
  ) => Promise<readonly { readonly rawValue: string }[]>;
}

interface DetectorClass {
  new (options: { readonly formats: readonly ['qr_code'] }): Detector;
  readonly getSupportedFormats: () => Promise<readonly string[]>;
}

/** The browser's detector of QR codes where it has one, otherwise that of a package which is loaded only then. */
export async function loadDetector(): Promise<Detector> {
  const own: unknown = Reflect.get(globalThis, 'BarcodeDetector');
  if (isDetectorClass(own)) {
    const formats = await own.getSupportedFormats().catch((): readonly string[] => []);
    if (formats.includes('qr_code')) return new own({ formats: ['qr_code'] });
  }
  const { BarcodeDetector } = await import('qr/decode.js');
  return new BarcodeDetector({ formats: ['qr_code'] });
}

function isDetectorClass(value: unknown): value is DetectorClass {
  return typeof value === 'function' && 'getSupportedFormats' in value;
}
