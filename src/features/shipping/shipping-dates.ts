/** When the shop hands parcels to carriers. */
export interface ShippingCalendar {
  /** The IANA name of the shop's time zone. */
  timeZone: string;
  /** 0 is Sunday. None: the shop promises no dates. */
  workingDays: readonly number[];
  /** Days without work: '2027-04-02', or '12-25' for every year. */
  holidays: readonly string[];
  /** Until when a paid order leaves on the same day, such as '14:00'. Null: it leaves on the next working day. */
  cutOff: string | null;
}

/** When an order leaves that is placed now. */
export interface Departure {
  /** An ISO date, such as '2026-12-24'. */
  date: string;
  isToday: boolean;
  /** The last moment to order for this date, in milliseconds since 1970. Null without a cut-off time. */
  orderBy: number | null;
}

/** The days on which an order can arrive, as ISO dates. */
export interface Arrival {
  earliest: string;
  latest: string;
}

/** Carriers deliver from Monday to Friday, whenever the shop works. */
const CARRIER_DAYS: readonly number[] = [1, 2, 3, 4, 5];

/** Nobody plans further ahead: a calendar of holidays only must not be searched forever. */
const MAX_DAYS_AHEAD = 400;

const DAY_MS = 86_400_000;

/** Null if the shop promises no dates. */
export function shipsOn(now: Date, { timeZone, workingDays, holidays, cutOff }: ShippingCalendar): Departure | null {
  const local = toLocalTime(now.getTime(), timeZone);
  const today = toDate(local);
  // In a repeated hour, the local time alone would not say whether the cut-off is over.
  const isInTime = cutOff !== null && now.getTime() < toInstant(today, cutOff, timeZone);
  const date = findDay(isInTime ? today : addDays(today, 1), { workingDays, holidays });
  if (date === null) return null;
  return { date, isToday: date === today, orderBy: cutOff === null ? null : toInstant(date, cutOff, timeZone) };
}

/** A departure, and how long it is the next one. */
export interface UpcomingDeparture {
  /** An ISO date. */
  date: string;
  /** The moment at which that day begins, in milliseconds since 1970. */
  begins: number;
  /** The last moment to order for it: the cut-off of that day, or its beginning in a shop without one. */
  until: number;
}

/** The next departures, from the one of an order that is placed now. Fewer if nobody plans that far ahead. */
export function listDepartures(now: Date, calendar: ShippingCalendar, count: number): UpcomingDeparture[] {
  const departures: UpcomingDeparture[] = [];
  for (let from = now; departures.length < count; from = new Date(departures.at(-1)?.until ?? 0)) {
    const departure = shipsOn(from, calendar);
    if (!departure) break;
    const { date, orderBy } = departure;
    const begins = toInstant(date, '00:00', calendar.timeZone);
    departures.push({ date, begins, until: orderBy ?? begins });
  }
  return departures;
}

/** When an order arrives that leaves on this date. Null if that is further ahead than anybody plans. */
export function arrives(
  leavesOn: string,
  days: { min: number; max: number },
  { holidays }: Pick<ShippingCalendar, 'holidays'>,
): Arrival | null {
  const earliest = addCarrierDays(leavesOn, days.min, holidays);
  const latest = addCarrierDays(leavesOn, days.max, holidays);
  return earliest !== null && latest !== null ? { earliest, latest } : null;
}

function addCarrierDays(from: string, days: number, holidays: readonly string[]): string | null {
  let date: string | null = from;
  for (let day = 0; day < days && date !== null; day += 1)
    date = findDay(addDays(date, 1), { workingDays: CARRIER_DAYS, holidays });
  return date;
}

/** The first working day from this date on. */
function findDay(
  from: string,
  { workingDays, holidays }: Pick<ShippingCalendar, 'workingDays' | 'holidays'>,
): string | null {
  for (let ahead = 0; ahead < MAX_DAYS_AHEAD; ahead += 1) {
    const date = addDays(from, ahead);
    if (workingDays.includes(new Date(date).getUTCDay()) && !isHoliday(date, holidays)) return date;
  }
  return null;
}

const isHoliday = (date: string, holidays: readonly string[]) =>
  holidays.includes(date) || holidays.includes(date.slice('2027-'.length));

const addDays = (date: string, days: number) => toDate(Date.parse(date) + days * DAY_MS);

/** The date of a time that is written as if it were UTC. */
const toDate = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The instant at which clocks of the zone show this time. A time that is skipped in spring is as much later. */
function toInstant(date: string, time: string, timeZone: string): number {
  const shown = Date.parse(`${date}T${time}:00Z`);
  // The zone's offset on either side of a change. The later one is right for all times after the change.
  const [before, after] = [-DAY_MS, DAY_MS].map((away) => {
    const at = shown + away;
    return shown - (toLocalTime(at, timeZone) - at);
  }) as [number, number];
  return toLocalTime(after, timeZone) === shown && toLocalTime(before, timeZone) !== shown ? after : before;
}

let known: { timeZone: string; format: Intl.DateTimeFormat } | null = null;

/** What clocks of the zone show at an instant, written as if it were UTC, to the minute. */
function toLocalTime(instant: number, timeZone: string): number {
  // A shop has one time zone, and a new formatter takes longer than a hundred uses of it.
  if (known?.timeZone !== timeZone)
    known = {
      timeZone,
      format: new Intl.DateTimeFormat('en-US', {
        timeZone,
        hourCycle: 'h23',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
      }),
    };
  const parts = new Map(known.format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const get = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(get('year'), get('month') - 1, get('day'), get('hour'), get('minute'));
}
