const PARTS: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
};

// Cached, since creating a formatter takes longer than using it a hundred times, and 20 ms on a phone. For the same
// reason, one formatter writes dates and times.
const formats = new Map<string | undefined, Intl.DateTimeFormat>();

/** An ISO timestamp as date and time, 'Nov 24, 2026, 3:05 PM EST': in the reader's time zone, unless one is given. */
export function formatDateTime(iso: string, timeZone?: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { ...PARTS, timeZone });
    formats.set(timeZone, format);
  }
  // Engines use different spaces before AM and PM.
  return format.format(new Date(iso)).replaceAll(/\s/g, ' ');
}

/** An ISO timestamp as a date, 'Nov 24, 2026'. */
export function formatDate(iso: string, timeZone?: string): string {
  const text = formatDateTime(iso, timeZone);
  return text.slice(0, text.lastIndexOf(', '));
}

/** An ISO timestamp as a time with its zone, '3:05 PM EST'. */
export function formatTime(iso: string, timeZone?: string): string {
  const text = formatDateTime(iso, timeZone);
  return text.slice(text.lastIndexOf(', ') + 2);
}

/** An ISO timestamp as a date that is read in other time zones, too: 'Nov 24, 2026 EST'. */
export function formatZonedDate(iso: string, timeZone: string): string {
  const time = formatTime(iso, timeZone);
  return `${formatDate(iso, timeZone)} ${time.slice(time.lastIndexOf(' ') + 1)}`;
}

/** A day, 'YYYY-MM-DD', without its year: 'Nov 30'. */
export function formatDay(day: string): string {
  const text = formatDate(day, 'UTC');
  return text.slice(0, text.lastIndexOf(','));
}

/** A day, 'YYYY-MM-DD', with its name: 'Monday, Nov 30'. */
export function formatWeekday(day: string): string {
  const name = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' }).format(new Date(day));
  return `${name}, ${formatDay(day)}`;
}

/** One day, or the first and the last of several: 'Dec 2 – Dec 4'. */
export function formatDays(from: string, to: string): string {
  return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;
}

/** The day of a moment, 'YYYY-MM-DD', in the reader's time zone, unless one is given. */
export function toDay(at: Date, timeZone?: string): string {
  // The Swedish format is that of ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at);
}

/** A number of hours in words. */
export function formatHours(hours: number): string {
  if (hours < 1) {
    const minutes = Math.max(1, Math.round(hours * 60));
    return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  }
  return `${hours} ${hours === 1 ? 'hour' : 'hours'}`;
}

/** Whether this machine knows a time zone by this IANA name. */
export function isTimeZone(name: string): boolean {
  try {
    // An offset such as +05:00 would be wrong after the next clock change.
    return /^[a-z]/i.test(name) && new Intl.DateTimeFormat('en-US', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
