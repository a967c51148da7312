const day = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: '2-digit' });
const moment = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** An ISO moment as a day of the reader's own calendar. */
export function formatDate(iso: string): string {
  return day.format(new Date(iso));
}

/** An ISO moment with its time of day, by the reader's own clock. */
export function formatDateTime(iso: string): string {
  return moment.format(new Date(iso));
}
