import * as z from 'zod';

/** The only table of codes, with their status and sentence. A sentence says what happened and what to do next. */
export const PROBLEMS = {
  malformed_request: [400, 'The request could not be read.'],
  malformed_json: [400, 'The body is not valid JSON.'],
  signature_invalid: [400, 'The signature of this message is missing or wrong.'],
  unauthenticated: [401, 'Please sign in first.'],
  token_invalid: [401, 'Your sign-in has ended. Please sign in again.'],
  payment_incomplete: [402, 'The card provider has not received this payment yet. Nothing was changed.'],
  forbidden: [403, 'You are not allowed to do this.'],
  not_your_email: [403, 'This email address is not yours.'],
  email_unconfirmed: [403, 'This person has not confirmed their email address yet, so they cannot work for the shop.'],
  customers_only: [403, 'Only customers can do this. You are signed in with a staff account.'],
  owners_only: [403, 'Only an owner of the shop can do this.'],
  account_disabled: [403, 'This account is disabled. If you think this is a mistake, please contact us.'],
  review_needs_purchase: [
    403,
    'Only customers who received this tool can review it. You can review the shop itself under My Review.',
  ],
  origin_refused: [403, 'This request came from another website and was refused.'],
  not_found: [404, 'We could not find what you are looking for.'],
  link_unknown: [404, 'This link no longer works. Please look for a newer email from us.'],
  method_not_allowed: [405, 'This address does not accept this type of request.'],
  too_slow: [408, 'The request took too long to arrive.'],
  currency_changed: [409, 'The shop has changed its currency. Nothing was ordered; please check the prices again.'],
  price_changed: [409, 'The price of this quantity has changed. Please check the new total.'],
  not_for_sale: [409, 'This tool is no longer sold. Please choose another one, or ask us for a quote.'],
  tool_draft: [409, 'This tool is a draft that customers cannot see, so there is nothing to archive.'],
  stock_changed: [409, 'The stock has changed since you opened this page. Nothing was changed; please check it again.'],
  tool_archived: [409, 'This tool is archived. Please restore it first.'],
  tool_ordered: [
    409,
    'This tool has been ordered, and its buyers have links to its page, so it cannot become a draft again. Please archive it instead.',
  ],
  tools_refused: [409, 'Some of these tools cannot be changed this way. Nothing was saved; the preview shows why.'],
  undo_refused: [
    409,
    'Some of these tools have since been changed or ordered, or their pieces are no longer available. Nothing was undone.',
  ],
  too_many_imports: [409, 'You have reached the limit of unconfirmed imports. Please confirm or delete one of them.'],
  import_state: [409, 'The state of this import has changed. Nothing was done; please reload the page.'],
  import_has_faults: [409, 'Some rows cannot be imported. Nothing was saved.'],
  import_undo_refused: [409, 'Some of these products have since been ordered or changed. Nothing was undone.'],
  stock_too_low: [409, 'There are not enough available pieces to remove. Nothing was changed.'],
  out_of_stock: [409, 'There is not enough stock of this tool for this quantity.'],
  already_paid: [409, 'This order is already paid.'],
  last_owner: [409, 'The shop must have an owner. Please make someone else an owner first.'],
  sign_in_again: [
    403,
    'For your security, please sign in again. You must have signed in within the last five minutes to do this.',
  ],
  orders_to_ship: [
    409,
    'You have a paid order that has not shipped yet. Please wait until it ships, or ask to cancel it. Then you can delete your account.',
  ],
  own_account: [409, 'You cannot remove your own account. Please ask another owner.'],
  user_disabled: [409, 'This user has been removed. Please restore their access first.'],
  not_admin: [409, 'Only an admin can become an owner. Please make this person an admin first.'],
  not_paid: [409, 'Only a paid order can be shipped.'],
  purchase_agreed: [409, 'This order is paid and can no longer be changed. If something is wrong, please contact us.'],
  nothing_to_ship: [409, 'This order has nothing left to ship.'],
  already_shipped: [
    409,
    'Part of this order has already shipped, so it can no longer be canceled. Please contact us about a return.',
  ],
  refund_not_failed: [409, 'This refund has not failed. Please reload the page.'],
  no_cancel_request: [409, 'The buyer is no longer asking to cancel this order. Please reload the page.'],
  refund_too_large: [409, 'This is more than what is left of the payment. Nothing was refunded.'],
  refund_disputed: [
    409,
    'The buyer’s bank disputes this payment and holds the money. Nothing was refunded; please answer the dispute first.',
  ],
  too_many_refunds: [
    409,
    'This order has reached its limit of refunds. Please make further refunds in the card provider’s dashboard.',
  ],
  refunded_in_full: [409, 'This order was refunded in full, so there is nothing to ship.'],
  shipment_undone: [409, 'This shipment was already undone. Nothing was changed.'],
  payment_mismatch: [409, 'This payment does not belong to this order. Nothing was changed.'],
  payment_processing: [
    409,
    'The card provider is still working on a payment for this order. Please try again in a minute.',
  ],
  payment_refused: [
    409,
    'The card provider did not accept this payment. Nothing was charged. Please try again, or contact us.',
  ],
  order_ended: [409, 'This order was deleted or has expired. Any payment received for it is refunded in full.'],
  exemptions_full: [409, 'You cannot add more certificates. Please delete one that you no longer need.'],
  exemption_kept: [
    409,
    'This certificate was approved, so orders may rely on it and we have to keep it. You can withdraw it instead.',
  ],
  exemption_changed: [
    409,
    'This certificate has changed, perhaps because someone else has decided about it. Please check it again.',
  ],
  too_many_unpaid_orders: [
    409,
    'You have reached the limit of unpaid orders. Pay for or delete one under My Order, then order again.',
  ],
  settings_changed: [
    409,
    'Someone else has changed the settings. Nothing was saved; please review the differences and save again.',
  ],
  review_changed: [
    409,
    'This review has changed, perhaps in another window, so nothing was saved. Save again to replace the newer version.',
  ],
  address_book_full: [
    409,
    'Your address book is full. Please delete an address you no longer need, then add this one.',
  ],
  address_changed: [
    409,
    'This address has changed, perhaps in another window, so nothing was saved. Save again to replace the newer version.',
  ],
  synonyms_full: [
    409,
    'The shop has reached its limit of synonym groups. Please remove one you no longer need, then add this one.',
  ],
  synonyms_changed: [
    409,
    'Someone else has changed these words, so nothing was saved. Save again to replace the newer version.',
  ],
  basket_changed: [
    409,
    'This basket has changed, perhaps on another device. Nothing was saved; here is what it contains now.',
  ],
  mail_not_sent: [
    409,
    'No mail server is configured, so emails are stored but not sent. Set SMTP_URL and MAIL_FROM, then try again.',
  ],
  already_reviewed: [409, 'You have already reviewed this tool. You can change your review under My Review.'],
  profile_exists: [409, 'You already have a profile. Update it instead.'],
  link_used: [410, 'This link works only once and has already been used.'],
  link_expired: [410, 'This link has expired. Please request a new one.'],
  tool_changed: [
    412,
    'Someone else has changed this tool. Nothing was saved; please review the differences and save again.',
  ],
  category_not_empty: [
    409,
    'This category contains tools or subcategories. Please send contents=parent to move them to its parent category.',
  ],
  shipping_zone_used: [409, 'Methods still serve this shipping zone. Please delete them first.'],
  category_changed: [412, 'Someone else has changed this category. Nothing was saved; please check it and save again.'],
  shipping_zone_changed: [
    412,
    'Someone else has changed this shipping zone, so nothing was saved. Save again to replace the newer version.',
  ],
  shipping_method_changed: [
    412,
    'Someone else has changed this shipping method, so nothing was saved. Save again to replace the newer version.',
  ],
  tax_rate_changed: [412, 'Someone else has changed this tax rate. Nothing was saved; please check it and save again.'],
  tools_changed: [
    412,
    'Some of these tools have changed. Nothing was saved; please check the new preview and submit again.',
  ],
  body_too_large: [413, 'The request is too large.'],
  unsupported_media: [415, 'Please send the body as application/json.'],
  picture_unreadable: [
    422,
    'We cannot read this file as a picture. Please choose a JPEG, PNG, WebP, AVIF or GIF file.',
  ],
  invalid: [422, 'Some fields need your attention.'],
  quantity_out_of_range: [422, 'This quantity cannot be ordered.'],
  tool_ambiguous: [422, 'The tool could not be identified by its name. Please send toolId.'],
  order_ambiguous: [422, 'The order could not be identified by its total. Please send order.'],
  order_too_large: [422, 'One card payment cannot be that large. Please split it into several orders.'],
  order_too_small: [422, 'One card payment cannot be that small. Please order more pieces.'],
  idempotency_key_reused: [422, 'This Idempotency-Key was already used for a different request.'],
  version_required: [428, 'Please send the version that you read in If-Match.'],
  too_many_requests: [429, 'Too many attempts. Please wait a moment, then try again.'],
  internal: [500, 'Something went wrong on our side. Nothing was changed; please try again.'],
  provider_unavailable: [
    502,
    'The card provider cannot be reached right now. You were not charged twice; please try again.',
  ],
  google_unreachable: [
    503,
    'Google cannot be reached right now. Please try again in a moment, or sign in with your email and password.',
  ],
  image_host_unavailable: [
    502,
    'The image host cannot be reached right now, so your picture was not saved. Please submit the form again in a few minutes.',
  ],
  tax_unavailable: [
    503,
    'The tax of this order cannot be calculated right now. Please try again in a few minutes, or contact us.',
  ],
  identity_unavailable: [503, 'Your sign-in could not be verified right now. Please try again in a moment.'],
  password_queue_full: [
    503,
    'The shop is handling too many sign-ins right now, so nothing was changed. Please try again in a few seconds.',
  ],
  search_too_broad: [
    503,
    'This search took too long because too many entries contain these letters. Please type at least three letters of a word, or add another word.',
  ],
  busy: [503, 'The shop is too busy right now. Please try again in a moment.'],
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
    code: z.string().meta({ description: 'A stable code for programs.' }),
    detail: z.string().meta({ description: 'A sentence for people.' }),
    errors: z.record(z.string(), z.string()).optional().meta({ description: 'One sentence per field, on a 422.' }),
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
