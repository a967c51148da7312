/** When an order leaves that is placed before a moment. All of it is decided by the shop's clock, none by the reader's. */
export interface NextDeparture {
  /** The last moment to order for it, in milliseconds since 1970. */
  until: number;
  /** The moment at which that day begins, from which it is 'today'. */
  begins: number;
  /** Such as 'Monday, Nov 30'. */
  day: string;
  /** Whether orders leave on the day on which they are placed, until a time of that day. */
  hasCutOff: boolean;
  /** A sentence that does not depend on a clock, and so is right in a cached page. */
  text: string;
}

/** What buyers have to know of prices and dates on public pages. A shop that charges and promises nothing has none. */
export interface SellingTerms {
  /** What the prices of all tools include, and what is added to them. Null if they are all that a buyer pays. */
  priceNote: string | null;
  /** Whether the shop charges tax or shipping, so that a basket costs something else than its goods. */
  isCharging: boolean;
  /** The next few, since pages stay open. Empty if the shop promises no dates. */
  departures: readonly NextDeparture[];
}
