/** An all-day event of a calendar. */
export interface CalendarEvent {
  /** Unique in the world, and the same in every response. */
  readonly uid: string;
  /** Grows with every change of the event. */
  readonly sequence: number;
  /** Creation of what the event is about: ISO, UTC. */
  readonly createdAt: string;
  /** `YYYY-MM-DD`, in no time zone: the day is the same everywhere. */
  readonly date: string;
  readonly summary: string;
  readonly description: string;
  /** Shown as the group of the event; empty: none. */
  readonly category: string;
  readonly url: string;
}

export interface Calendar {
  readonly name: string;
  readonly events: readonly CalendarEvent[];
}

const DAY_MS = 24 * 60 * 60_000;
/** Octets of a line without its end (RFC 5545, 3.1). */
const LINE_OCTETS = 75;

/**
 * A calendar in iCalendar (RFC 5545, with the properties of RFC 7986 for a subscription): CRLF line ends, long lines continued,
 * escaped texts. Events take a whole day and no time of it, so that they never make their person look busy.
 */
export function writeCalendar({ name, events }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Cairn//Due dates//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${wrapped(line)}\r\n`).join('');
}

function eventLines(event: CalendarEvent): readonly string[] {
  const { uid, sequence, createdAt, date, summary, description, category, url } = event;
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${instantOf(createdAt)}`,
    `CREATED:${instantOf(createdAt)}`,
    `SEQUENCE:${sequence}`,
    `DTSTART;VALUE=DATE:${dateOf(date)}`,
    `DTEND;VALUE=DATE:${dateOf(nextDay(date))}`,
    `SUMMARY:${escaped(summary)}`,
    ...(description === '' ? [] : [`DESCRIPTION:${escaped(description)}`]),
    ...(category === '' ? [] : [`CATEGORIES:${escaped(category)}`]),
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/** `20260309`. */
function dateOf(date: string): string {
  return date.replaceAll('-', '');
}

/** `20260302T090000Z`. */
function instantOf(instant: string): string {
  return instant.replaceAll(/[-:]|\.\d+/g, '');
}

function nextDay(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
}

/** A value of type TEXT (RFC 5545, 3.3.11); control characters but tabs and line ends have no place in one. */
function escaped(text: string): string {
  return (
    text
      .replaceAll(/\r\n?/g, '\n')
      // oxlint-disable-next-line no-control-regex -- these are the characters that are removed
      .replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F]/g, '')
      .replaceAll(/[\\;,]/g, String.raw`\$&`)
      .replaceAll('\n', String.raw`\n`)
  );
}

/** Continues a long line on the next one behind a space; no character is cut in two. */
function wrapped(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      parts.push(part);
      part = '';
      // The space at the beginning counts.
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n ');
}
