import * as z from 'zod';

/** The one table from code to status and sentence. A sentence says what happened and what to do next. */
export const PROBLEMS = {
  malformed_request: [400, 'The request could not be read.'],
  malformed_json: [400, 'The body is not valid JSON.'],
  signature_invalid: [400, 'The signature of this message is missing or wrong.'],
  unauthenticated: [401, 'Please sign in first.'],
  token_invalid: [401, 'Your sign-in has ended. Please sign in again.'],
  payment_incomplete: [402, 'The card provider has not received this payment yet. Nothing was changed.'],
  forbidden: [403, 'You are not allowed to do this.'],
  not_your_email: [403, 'This e-mail address is not yours.'],
  email_unconfirmed: [403, 'This person has not confirmed their e-mail address yet, so they cannot be made admin.'],
  customers_only: [403, 'Only customers can do this. You are signed in as an admin.'],
  owners_only: [403, 'Only an owner of the shop can do this.'],
  account_disabled: [403, 'This account is disabled. Please write to us if you think that this is a mistake.'],
  review_needs_purchase: [
    403,
    'Only who has had this tool shipped can review it. You can review the shop itself under My Review.',
  ],
  origin_refused: [403, 'This request came from another website and was refused.'],
  not_found: [404, 'There is no such thing here.'],
  link_unknown: [404, 'This link does not work any more. There may be a newer one, sent later.'],
  method_not_allowed: [405, 'This address does not take this kind of request.'],
  too_slow: [408, 'The request took too long to arrive.'],
  price_changed: [409, 'The price does not match the current price of this quantity. Please check the new total.'],
  not_for_sale: [409, 'This tool is no longer sold. Please look for another one, or ask us for a quote.'],
  tool_draft: [409, 'This tool is a draft. Nobody but admins sees it, so there is nothing to archive.'],
  stock_changed: [409, 'The stock has changed since you read it. Nothing was changed; please look at it again.'],
  tool_archived: [409, 'This tool is archived. Please bring it back first.'],
  tool_ordered: [
    409,
    'This tool has orders, whose buyers follow links to its page, so it cannot become a draft again. Please archive it instead.',
  ],
  tools_refused: [409, 'Some of these tools cannot be changed like this. Nothing was stored; the preview says why.'],
  undo_refused: [
    409,
    'Some of these tools were changed or ordered since, or their pieces are no longer free. Nothing was undone.',
  ],
  too_many_imports: [
    409,
    'You have as many imports that are neither confirmed nor deleted as one admin can have. Please confirm or delete one of them.',
  ],
  import_state: [409, 'This import is in another state by now. Nothing was changed.'],
  import_has_faults: [409, 'Some rows cannot be imported. Nothing was stored.'],
  import_undo_refused: [409, 'Some of these products were ordered or changed since. Nothing was undone.'],
  stock_too_low: [409, 'There are fewer free pieces than this takes away. Nothing was changed.'],
  out_of_stock: [409, 'There is not enough of this tool left for this quantity.'],
  already_paid: [409, 'This order is already paid.'],
  last_owner: [409, 'The shop must keep an owner. Please make somebody else owner first.'],
  sign_in_again: [403, 'For this you must have signed in within the last five minutes. Please sign in again.'],
  orders_to_ship: [
    409,
    'You have paid for an order that has not been shipped yet. Please wait until it has left, or ask to cancel it. Then you can delete your account.',
  ],
  own_account: [409, 'You cannot remove your own account. Another owner can.'],
  user_disabled: [409, 'This user is removed. Please let them in again first.'],
  not_admin: [409, 'Only an admin can become owner. Please make this person admin first.'],
  not_paid: [409, 'Only a paid order can be shipped.'],
  purchase_agreed: [
    409,
    'This order is paid, so what it says cannot be changed any more. Please write to us if something is wrong.',
  ],
  nothing_to_ship: [409, 'Nothing of this order is left to ship.'],
  already_shipped: [
    409,
    'Some of this order has shipped already, so it cannot be canceled any more. Please write to us about a return.',
  ],
  refund_not_failed: [409, 'This refund has not failed. Please look at it again.'],
  no_cancel_request: [409, 'The buyer does not ask to cancel this order any more. Please look at it again.'],
  refund_too_large: [409, 'This is more than is left of the payment. Nothing was refunded.'],
  refund_disputed: [
    409,
    'The buyer’s bank disputes this payment and holds the money. Nothing was refunded; please answer the dispute first.',
  ],
  too_many_refunds: [
    409,
    'This order has had as many refunds as one order can have. Please make the next one at the card provider.',
  ],
  refunded_in_full: [409, 'This order was refunded in full, so there is nothing to ship.'],
  shipment_undone: [409, 'This shipment was undone already. Nothing was changed.'],
  payment_mismatch: [409, 'This payment does not belong to this order. Nothing was changed.'],
  payment_processing: [
    409,
    'The card provider is still working on a payment for this order. Please try again in a minute.',
  ],
  payment_refused: [
    409,
    'The card provider does not accept this payment. Nothing was charged. Please try again, or write to us.',
  ],
  order_ended: [409, 'This order was deleted or has expired. A payment that arrived for it is refunded in full.'],
  too_many_unpaid_orders: [
    409,
    'You have as many unpaid orders as one account can have. Pay or delete one under My Order, then order again.',
  ],
  settings_changed: [
    409,
    'Somebody else has changed the settings meanwhile. Nothing was stored; please look at the differences and save again.',
  ],
  review_changed: [
    409,
    'This review was changed meanwhile, perhaps in another window, and nothing was stored. Send it again to replace the newer version.',
  ],
  address_book_full: [
    409,
    'Your address book is full. Please delete an address that you no longer need, then add this one.',
  ],
  address_changed: [
    409,
    'This address was changed meanwhile, perhaps in another window, and nothing was stored. Send it again to replace the newer version.',
  ],
  synonyms_full: [
    409,
    'The shop has as many groups of synonyms as it can have. Please remove one that nobody needs, then add this one.',
  ],
  synonyms_changed: [
    409,
    'Somebody else has changed these words meanwhile, and nothing was stored. Send it again to replace the newer version.',
  ],
  basket_changed: [
    409,
    'This basket was changed meanwhile, perhaps on another device. Nothing was stored; here is what it holds now.',
  ],
  mail_not_sent: [
    409,
    'No mail server is configured, so mails are only kept. Set SMTP_URL and MAIL_FROM, then try again.',
  ],
  already_reviewed: [409, 'You have reviewed this tool already. You can change that review under My Review.'],
  profile_exists: [409, 'You already have a profile. Update it instead.'],
  link_used: [410, 'This link was used before, and works only once.'],
  link_expired: [410, 'This link is too old. Please ask for a new one.'],
  tool_changed: [
    412,
    'Somebody else has changed this tool meanwhile. Nothing was stored; please look at the differences and save again.',
  ],
  category_not_empty: [
    409,
    'This category has tools or categories below it. Please send contents=parent to give them to the category above it.',
  ],
  category_changed: [
    412,
    'Somebody else has changed this category meanwhile. Nothing was stored; please look at it and save again.',
  ],
  tools_changed: [
    412,
    'Some of these tools were changed meanwhile. Nothing was stored; please look at the new preview and send it again.',
  ],
  body_too_large: [413, 'The request is too large.'],
  unsupported_media: [415, 'Please send the body as application/json.'],
  picture_unreadable: [
    422,
    'This file is not a picture we can read. Please choose a JPEG, PNG, WebP, AVIF or GIF file.',
  ],
  invalid: [422, 'Some fields need your attention.'],
  quantity_out_of_range: [422, 'The quantity is outside what can be ordered.'],
  tool_ambiguous: [422, 'The tool could not be told from its name. Please send toolId.'],
  order_ambiguous: [422, 'The order could not be told from its total. Please send order.'],
  order_too_large: [422, 'One card payment can be at most $999,999.99. Please order in several parts.'],
  order_too_small: [422, 'One card payment must be at least $0.50. Please order more pieces.'],
  idempotency_key_reused: [422, 'This Idempotency-Key was already used for a different request.'],
  version_required: [428, 'Please say in If-Match which version of the tool you have read.'],
  too_many_requests: [429, 'Too many attempts. Please wait a moment and try again.'],
  internal: [500, 'Something went wrong on our side. Nothing was changed; please try again.'],
  provider_unavailable: [
    502,
    'The card provider cannot be reached right now. Nothing was charged twice; please try again.',
  ],
  google_unreachable: [
    503,
    'Google cannot be reached just now. Please try again in a moment, or sign in with your e-mail and password.',
  ],
  image_host_unavailable: [
    502,
    'The image host cannot be reached right now, so your picture was not stored. Please send the form again in a few minutes.',
  ],
  identity_unavailable: [503, 'Your sign-in could not be checked just now. Please try again in a moment.'],
  password_queue_full: [
    503,
    'Too many passwords are being checked just now, so nothing was changed. Please try again in a few seconds.',
  ],
  search_too_broad: [
    503,
    'This search took too long: so much has these letters in it that the shop stopped looking. Please type at least three letters of a word, or add another word.',
  ],
  busy: [503, 'The shop cannot answer just now. Please try again in a moment.'],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemCode = keyof typeof PROBLEMS;

/** An expected failure as a value. `fields` maps a body field to its sentence; `extra` is sent as it is. */
export interface Failure {
  ok: false;
  code: ProblemCode;
  detail?: string;
  fields?: Record<string, string>;
  extra?: Record<string, unknown>;
}

export type Outcome<T> = { ok: true; value: T } | Failure;

export function ok<T>(value: T): { ok: true; value: T } {
  return { ok: true, value };
}

export function fail(code: ProblemCode, more: Omit<Failure, 'ok' | 'code'> = {}): Failure {
  return { ok: false, code, ...more };
}

/** The body of every error response: RFC 9457, `application/problem+json`. */
export const problemSchema = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    code: z.string().meta({ description: 'Stable; the member for programs.' }),
    detail: z.string().meta({ description: 'A sentence for people.' }),
    errors: z.record(z.string(), z.string()).optional().meta({ description: 'Per field, on 422.' }),
    requestId: z.string().optional(),
  })
  .meta({ id: 'Problem' });

export type ProblemDocument = z.infer<typeof problemSchema>;

/** The document to send for a failure. A user can quote `requestId`, which is also in the log. */
export function toProblemDocument(failure: Omit<Failure, 'ok'>, requestId?: string): ProblemDocument {
  const [status, sentence] = PROBLEMS[failure.code];
  return {
    type: `urn:ironmonger:problem:${failure.code}`,
    title: failure.code.replaceAll('_', ' '),
    status,
    code: failure.code,
    detail: failure.detail ?? sentence,
    ...(failure.fields ? { errors: failure.fields } : {}),
    ...(requestId ? { requestId } : {}),
    ...failure.extra,
  };
}
