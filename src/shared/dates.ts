const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const TIME: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' };

// Cached, since creating a formatter takes longer than using it a hundred times, and 20 ms on a phone.
const timeFormats = new Map<Zone, Intl.DateTimeFormat>();

/** If absent, the reader's time zone. */
type Zone = 'UTC' | undefined;

/** An ISO timestamp as a date, 'Nov 24, 2026': in the reader's time zone, unless `timeZone` says otherwise. */
export function formatDate(iso: string, timeZone?: Zone): string {
  const at = new Date(iso);
  return timeZone
    ? `${MONTHS[at.getUTCMonth()]} ${at.getUTCDate()}, ${at.getUTCFullYear()}`
    : `${MONTHS[at.getMonth()]} ${at.getDate()}, ${at.getFullYear()}`;
}

/** An ISO timestamp as a time with its zone, '3:05 PM EST'. */
export function formatTime(iso: string, timeZone?: Zone): string {
  let format = timeFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { ...TIME, ...(timeZone && { timeZone }) });
    timeFormats.set(timeZone, format);
  }
  // Engines use different spaces before AM and PM.
  return format.format(new Date(iso)).replaceAll(/\s/g, ' ');
}

/** An ISO timestamp as date and time, 'Nov 24, 2026, 3:05 PM EST'. */
export function formatDateTime(iso: string, timeZone?: Zone): string {
  return `${formatDate(iso, timeZone)}, ${formatTime(iso, timeZone)}`;
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
