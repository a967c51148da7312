const DAY: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'short', day: 'numeric' };
const TIME: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' };

// To make one takes longer than to use it a hundred times. There is the reader's zone, and UTC.
const formats = new Map<string, Intl.DateTimeFormat>();

function format(iso: string, options: Intl.DateTimeFormatOptions, timeZone: string | undefined): string {
  const key = `${timeZone} ${options === DAY}`;
  let found = formats.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat('en-US', { ...options, ...(timeZone && { timeZone }) });
    formats.set(key, found);
  }
  // Engines differ in the space before AM and PM.
  return found.format(new Date(iso)).replaceAll(/\s/g, ' ');
}

/** An ISO timestamp as a date, 'Nov 24, 2026': in the reader's time zone, unless `timeZone` says otherwise. */
export function formatDate(iso: string, timeZone?: string): string {
  return format(iso, DAY, timeZone);
}

/** An ISO timestamp as a time with its zone, '3:05 PM EST'. */
export function formatTime(iso: string, timeZone?: string): string {
  return format(iso, TIME, timeZone);
}

/** An ISO timestamp as date and time, 'Nov 24, 2026, 3:05 PM EST'. */
export function formatDateTime(iso: string, timeZone?: string): string {
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
