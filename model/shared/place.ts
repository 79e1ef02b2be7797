import * as v from 'valibot';

/** A place by the device's own position: degrees, and the radius in metres in which the device is. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracy: number;
}

/** `geo:59.12345,18.5;u=12` (RFC 5870): latitude, longitude, uncertainty in metres. */
const GEO = /^geo:(-?\d{1,2}(?:\.\d{1,6})?),(-?\d{1,3}(?:\.\d{1,6})?);u=(\d{1,8})$/;

/** The place in an address of the scheme `geo`; undefined for another text or a place that does not exist. */
export function readPlace(text: string): Place | undefined {
  const [, latitude, longitude, accuracy] = (GEO.exec(text) ?? []).map(Number);
  if (latitude === undefined || longitude === undefined || accuracy === undefined) return undefined;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined;
  return { latitude, longitude, accuracy };
}

/** Five digits are a metre: more would pretend an accuracy that no device has. */
export function writePlace({ latitude, longitude, accuracy }: Place): string {
  const degrees = (value: number) => String(Number(value.toFixed(5)));
  return `geo:${degrees(latitude)},${degrees(longitude)};u=${String(Math.ceil(accuracy))}`;
}

export const placeSchema = v.pipe(
  v.string(),
  v.check(
    (text) => readPlace(text) !== undefined,
    'is not a place as geo:latitude,longitude;u=metres',
  ),
);
