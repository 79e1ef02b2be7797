import { useCallback, useEffect, useRef, useState } from 'react';
import { i18n } from '../../i18n/i18n.ts';

export type PlaceState =
  | { readonly kind: 'off' }
  | { readonly kind: 'searching' }
  | { readonly kind: 'on'; readonly coordinates: Coordinates }
  | { readonly kind: 'failed'; readonly problem: 'denied' | 'unavailable' };

interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
  /** Metres. */
  readonly accuracy: number;
}

interface ShotPlace {
  readonly state: PlaceState;
  readonly toggle: () => void;
}

/** Most age of a position that a photo gets. Milliseconds. */
const FRESH_MS = 30_000;

/** The device's position while the person has switched it on; the browser is asked then and not before. */
export function useShotPlace(): ShotPlace {
  const [isOn, setOn] = useState(false);
  const [state, setState] = useState<PlaceState>({ kind: 'off' });
  const watch = useRef<number>(undefined);
  useEffect(() => {
    if (!isOn) return undefined;
    const location = geolocation();
    watch.current = location?.watchPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        setState({ kind: 'on', coordinates: { latitude, longitude, accuracy } }),
      ({ code, PERMISSION_DENIED }) => {
        setState({
          kind: 'failed',
          problem: code === PERMISSION_DENIED ? 'denied' : 'unavailable',
        });
      },
      { enableHighAccuracy: true, maximumAge: FRESH_MS },
    );
    return () => {
      if (watch.current !== undefined) location?.clearWatch(watch.current);
    };
  }, [isOn]);
  return {
    state: isOn ? state : { kind: 'off' },
    toggle: useCallback(() => {
      setState(
        geolocation() === undefined
          ? { kind: 'failed', problem: 'unavailable' }
          : { kind: 'searching' },
      );
      setOn((before) => !before);
    }, []),
  };
}

/** Without TLS browsers leave it out, whatever their types say. */
function geolocation(): Geolocation | undefined {
  return Reflect.get(navigator, 'geolocation');
}

/** Sentence about the place that the next photo gets; empty while it is off. */
export function placeText(state: PlaceState): string {
  switch (state.kind) {
    case 'off':
      return '';
    case 'searching':
      return i18n.t('Looking for the place. A photo taken now has none.');
    case 'on':
      return i18n.t('The next photo has this place (± {metres} m)', {
        metres: Math.ceil(state.coordinates.accuracy),
      });
    case 'failed':
      return state.problem === 'denied'
        ? i18n.t(
            'Cairn may not read the place. Allow it in the settings of the browser for this site.',
          )
        : i18n.t('This device does not find its place now. Photos have none.');
  }
}
