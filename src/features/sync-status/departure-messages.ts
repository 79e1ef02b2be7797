import type { Departure } from '../../data/departures.ts';
import { i18n } from '../../i18n/i18n.ts';

/** Reason why local data was removed. On a shared computer no names are stored. */
export function departureMessage(
  { reason, orgName, displayName }: Departure,
  isNamed: boolean,
): string {
  const organization = orgName === '' ? i18n.t('an organisation') : orgName;
  const name = isNamed ? displayName : '';
  if (reason === 'removed') {
    return name === ''
      ? i18n.t(
          'You asked on another device for the data of {organization} to be removed from this one. It has been removed.',
          { organization },
        )
      : i18n.t(
          '{name} asked on another device for the data of {organization} to be removed from this one. It has been removed.',
          { name, organization },
        );
  }
  if (reason === 'erased') {
    return i18n.t(
      '{organization} has been erased for everybody. Its data has been removed from this device.',
      { organization },
    );
  }
  return name === ''
    ? i18n.t(
        'Your access to {organization} has ended. Its data has been removed from this device.',
        { organization },
      )
    : i18n.t(
        '{name}: your access to {organization} has ended. Its data has been removed from this device.',
        { name, organization },
      );
}

/** Number of unsent changes, and whether they are kept on the device or lost. */
export function unsentMessage({ kept, lost, reason }: Departure): string {
  const count = kept.reduce((sum, { entries }) => sum + entries.length, 0);
  if (count > 0) {
    return i18n.t(
      '{count, plural, one {# change had not been sent, and cannot be any more.} other {# changes had not been sent, and cannot be any more.}} What you wrote is kept here as text until you discard it.',
      { count },
    );
  }
  if (lost === 0) return '';
  return reason === 'removed'
    ? i18n.t(
        '{count, plural, one {# change had not been sent and went with it, as you chose.} other {# changes had not been sent and went with it, as you chose.}}',
        { count: lost },
      )
    : i18n.t(
        '{count, plural, one {# change had not been sent and went with it, because this is a shared computer.} other {# changes had not been sent and went with it, because this is a shared computer.}}',
        { count: lost },
      );
}
