import { i18n } from '../../i18n/i18n.ts';
import classes from './place-links.module.css';

interface Props {
  readonly place: {
    readonly latitude: number;
    readonly longitude: number;
    /** Metres. */
    readonly accuracy: number;
  };
}

/** Place of a shot with links to maps. Nothing is fetched: a map opens when the person follows a link. */
export function PlaceLinks({ place: { latitude, longitude, accuracy } }: Props) {
  const at = `${String(latitude)},${String(longitude)}`;
  const maps = [
    [
      'OpenStreetMap',
      `https://www.openstreetmap.org/?mlat=${String(latitude)}&mlon=${String(longitude)}#map=17/${String(latitude)}/${String(longitude)}`,
    ],
    ['Google Maps', `https://www.google.com/maps/search/?api=1&query=${at}`],
    ['Apple Maps', `https://maps.apple.com/?ll=${at}&q=${at}`],
  ] as const;
  return (
    <p className={classes['place']}>
      <a href={`geo:${at}?q=${at}`}>
        {i18n.t('{latitude}, {longitude} (± {metres} m)', {
          latitude: latitude.toFixed(5),
          longitude: longitude.toFixed(5),
          metres: accuracy,
        })}
      </a>
      {maps.map(([name, href]) => (
        <a key={name} href={href} target="_blank" rel="noreferrer">
          {name}
        </a>
      ))}
    </p>
  );
}
