import type { Departure } from '../../data/departures.ts';

/** Reason why local data was removed. On a shared computer no names are stored. */
export function departureMessage(
  { reason, orgName, displayName }: Departure,
  isNamed: boolean,
): string {
  const organization = orgName === '' ? 'an organisation' : orgName;
  if (reason === 'removed') {
    const whose = isNamed && displayName !== '' ? `${displayName} asked` : 'You asked';
    return `${whose} on another device for the data of ${organization} to be removed from this one. It has been removed.`;
  }
  const whose = isNamed && displayName !== '' ? `${displayName}: your` : 'Your';
  return `${whose} access to ${organization} has ended. Its data has been removed from this device.`;
}

/** Number of unsent changes, and whether they are kept on the device or lost. */
export function unsentMessage({ kept, lost, reason }: Departure): string {
  const count = kept.reduce((sum, { entries }) => sum + entries.length, 0);
  if (count > 0) {
    return `${changes(count)} not been sent, and cannot be any more. What you wrote is kept here as text until you discard it.`;
  }
  if (lost === 0) return '';
  const why = reason === 'removed' ? 'as you chose' : 'because this is a shared computer';
  return `${changes(lost)} not been sent and went with it, ${why}.`;
}

function changes(count: number): string {
  return count === 1 ? '1 change had' : `${count} changes had`;
}
