const TIME = /^(\d{1,2})(?:[:.h ]?(\d{2}))? ?(?:uhr|h)?( ?[ap]\.?m\.?)?$/;

/**
 * Time of day that a person typed, as `HH:MM`: `9`, `930`, `16:30`, `16.30 Uhr`, `4:30 pm`. Undefined when the text is
 * none.
 */
export function typedTime(text: string): string | undefined {
  // `Intl` writes a narrow space before "pm".
  const phrase = text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const [, typedHours, minutes = '00', half] = TIME.exec(phrase) ?? [];
  if (typedHours === undefined) return undefined;
  const hours = hoursOf(Number(typedHours), half?.trim().charAt(0));
  if (hours === undefined || hours > 23 || Number(minutes) > 59) return undefined;
  return `${String(hours).padStart(2, '0')}:${minutes}`;
}

/** `half`: `a` before noon, `p` after it, undefined for a clock of 24 hours. */
function hoursOf(hours: number, half: string | undefined): number | undefined {
  if (half === undefined) return hours;
  if (hours < 1 || hours > 12) return undefined;
  return (hours % 12) + (half === 'p' ? 12 : 0);
}
