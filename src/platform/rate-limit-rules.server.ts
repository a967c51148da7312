export interface RateLimit {
  points: number;
  /** In seconds, from the first point. Further attempts never extend it. */
  duration: number;
  keyPrefix?: string;
  /** Counted on this machine only, for actions that cost no more than counting them in the database would. */
  inMemory?: true;
  /** After `points` attempts, one more gets through after each of these pauses, in seconds. The last one repeats. */
  pauses?: readonly number[];
}

const DAY = 86_400;

/** All limits of the shop: `points` per `duration`, counted per key (account, address, user). */
export const RATE_LIMITS = {
  /** Wrong passwords for one account: from a browser known to it, from one network, and from all unknown browsers. */
  passwordBrowser: { points: 10, duration: DAY, pauses: [60, 120, 240, 480, 900, 1800, 3600] },
  passwordNetwork: { points: 5, duration: DAY, pauses: [60, 120, 240, 480, 900, 1800, 3600] },
  // More than one network gets in a day, so that no network alone can lock out the others.
  passwordAccount: { points: 100, duration: DAY, pauses: [60, 120, 240, 480, 900] },
  /** Sign-in attempts from one address. */
  signInAddress: { points: 300, duration: 900 },
  /**
   * The same for browsers known to the account, so that a stranger in the same network cannot use up their attempts.
   */
  knownBrowserAddress: { points: 300, duration: 900 },
  signUpAddress: { points: 300, duration: DAY },
  exchangeAddress: { points: 600, duration: 300 },
  /** Calls of the card form from one address. */
  cardAddress: { points: 300, duration: 300 },
  upload: { points: 60, duration: 3600 },
  /** The same for somebody on the staff, who adds the pictures of a whole range. */
  staffUpload: { points: 3_000, duration: 3600 },
  /** Writes of one account, in each call that has no limit of its own. */
  write: { points: 240, duration: 60 },
  /** The same for somebody on the staff, who may ship hundreds of orders in a few minutes, with or without a program. */
  staffWrite: { points: 1_200, duration: 60 },
  /** The same for one address without a sign-in, which may be a whole office's. */
  publicWrite: { points: 600, duration: 60 },
  order: { points: 120, duration: 60 },
  /** Lines that one customer places in purchases of several tools. Each stays on record, even if it is canceled. */
  orderLine: { points: 3_000, duration: 3600 },
  /** Estimates for one network: a browser asks again whenever somebody chooses another address or method. */
  estimate: { points: 300, duration: 60 },
  /**
   * Questions to the tax service, which cost the owner money: for estimates of one network, and of all strangers
   * together; for orders of one account, and of one network.
   */
  taxEstimate: { points: 100, duration: 3600 },
  taxEstimates: { points: 2_000, duration: DAY },
  taxOrder: { points: 200, duration: 3600 },
  taxOrderNetwork: { points: 600, duration: 3600 },
  /** VAT IDs that the authorities are asked about for one account, and for one network, which may be a whole office's. */
  vatCheck: { points: 30, duration: 3600 },
  vatCheckAddress: { points: 90, duration: 3600 },
  /** Exemption certificates that one account uploads, and one network. */
  certificate: { points: 20, duration: DAY },
  certificateAddress: { points: 60, duration: DAY },
  payment: { points: 60, duration: 60 },
  /** Payments that one admin syncs with the card provider. */
  paymentCheck: { points: 60, duration: 60 },
  /** Refunds that one admin makes. */
  refund: { points: 60, duration: 60 },
  review: { points: 20, duration: 3600 },
  /** Changes to one author's reviews. Each makes the shop compute the home page again. */
  reviewChange: { points: 60, duration: 3600 },
  /** Changes to one customer's address book. */
  addressChange: { points: 240, duration: 3600 },
  /**
   * Requests for an email from one address, by kind. They count whether or not an email is sent, which nobody must
   * learn.
   */
  confirmRequest: { points: 100, duration: DAY },
  resetRequest: { points: 100, duration: DAY },
  signUpRequest: { points: 100, duration: DAY },
  // Emails to one mailbox. The period is as long as their link is valid, so the last link works until new ones are sent
  // again.
  confirmMail: { points: 10, duration: DAY },
  resetMail: { points: 5, duration: 3600 },
  accountExistsMail: { points: 3, duration: DAY },
  /** Searches of the catalog from one address: about one for each letter that somebody types. */
  search: { points: 300, duration: 60 },
  /** Suggestions while somebody types. Separate, so that typing does not use up the searches. */
  suggest: { points: 600, duration: 60 },
  /** Pages of public lists by cursor, for one address: a crawler reads 10 per second, with 100 entries each. */
  listPage: { points: 600, duration: 60 },
  /** One person's searches in orders, users, payments or the inbox. */
  listSearch: { points: 300, duration: 60 },
  /** One account's costly reads, such as a hundred orders with their lines. */
  costlyRead: { points: 600, duration: 60, inMemory: true },
  /**
   * Reads of sessions and ID tokens from one address: enough for two hundred buyers at the start of a sale, whose
   * browsers ask three times each.
   */
  identityRead: { points: 600, duration: 10, inMemory: true },
  /** The same for one session, in any number of tabs. */
  sessionRead: { points: 60, duration: 10, inMemory: true },
  /**
   * Searches without results that one network adds to the owner's list. The second limit is for repetitions of the same
   * search.
   */
  searchMiss: { points: 100, duration: DAY },
  sameSearchMiss: { points: 1, duration: DAY },
  /** Writes of one customer’s basket: one for each click on a stepper. */
  basket: { points: 300, duration: 60 },
  /** Baskets of signed-out browsers that are priced for one address, which may be a whole office’s. */
  basketPreview: { points: 600, duration: 60 },
  /** Quote requests and messages from one address, which may be a whole office's. */
  enquiry: { points: 60, duration: 3600 },
  /** Notices to the shop about new enquiries. It finds further ones in its inbox. */
  notice: { points: 6, duration: 3600 },
  /** Newsletter forms sent from one address. */
  newsletter: { points: 60, duration: 3600 },
  /** Requests for stock alerts from one address. */
  stockAlert: { points: 60, duration: 3600 },
  /** Papers that one person requests. */
  paper: { points: 120, duration: 60 },
  /** One user's exports of any kind. */
  export: { points: 20, duration: 3600 },
  /** Tax reports that one user opens. Each adds up all papers of its period. */
  taxReport: { points: 120, duration: 3600 },
  /** One user's attempts to delete their account. */
  erasure: { points: 20, duration: 3600 },
  /** Manual probes of outside systems. */
  probe: { points: 20, duration: 60 },
  /** Emails of one kind to one mailbox, which anybody can trigger by typing its address. */
  automaticMail: { points: 5, duration: DAY, keyPrefix: 'letter' },
  /** The same from one network, to any mailboxes. */
  automaticMailAddress: { points: 100, duration: DAY },
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof RATE_LIMITS;
