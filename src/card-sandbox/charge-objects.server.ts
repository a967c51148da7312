import { type StripeObject, toUnixSeconds } from './objects.server.ts';
import type { CardRefundRow, ChargeRow, DisputeRow, PaymentIntentRow, PaymentMethodRow } from './tables.server.ts';

function billingDetails({ billingDetails: details }: PaymentMethodRow): StripeObject {
  const address = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
  return {
    address: { ...address, ...details.address },
    email: details.email ?? null,
    name: details.name ?? null,
    phone: details.phone ?? null,
    tax_id: null,
  };
}

function cardDetails(method: PaymentMethodRow, checked: boolean): StripeObject {
  return {
    brand: method.brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: checked && method.billingDetails.address?.postal_code ? 'pass' : null,
      cvc_check: checked ? 'pass' : null,
    },
    country: 'US',
    exp_month: method.expMonth,
    exp_year: method.expYear,
    funding: 'credit',
    last4: method.last4,
    wallet: null,
  };
}

/** A payment method as JSON of the API. */
export function toPaymentMethodObject(method: PaymentMethodRow): StripeObject {
  return {
    id: method.id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billingDetails(method),
    card: {
      ...cardDetails(method, false),
      display_brand: method.brand,
      networks: { available: [method.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
    },
    created: toUnixSeconds(method.created),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}

export interface ChargeView {
  charge: ChargeRow;
  intent: PaymentIntentRow;
  method: PaymentMethodRow;
}

/** A charge as JSON of the API. */
export function toChargeObject({ charge, intent, method }: ChargeView): StripeObject {
  const authenticated = method.behavior.startsWith('authenticate');
  return {
    id: charge.id,
    object: 'charge',
    amount: charge.amount,
    amount_captured: charge.amount,
    amount_refunded: charge.amountRefunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: billingDetails(method),
    calculated_statement_descriptor: 'CARD SANDBOX',
    captured: true,
    created: toUnixSeconds(charge.created),
    currency: charge.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: charge.disputed,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: 'approved_by_network',
      reason: null,
      risk_level: 'normal',
      seller_message: 'Payment complete.',
      type: 'authorized',
    },
    paid: true,
    payment_intent: charge.paymentIntent,
    payment_method: charge.paymentMethod,
    payment_method_details: {
      type: 'card',
      card: {
        ...cardDetails(method, true),
        amount_authorized: charge.amount,
        network: method.brand,
        three_d_secure: authenticated
          ? { authentication_flow: 'challenge', result: 'authenticated', result_reason: null, version: '2.2.0' }
          : null,
      },
    },
    receipt_email: intent.receiptEmail,
    receipt_number: null,
    receipt_url: null,
    refunded: charge.amountRefunded === charge.amount,
    review: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statementDescriptorSuffix,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
  };
}

/** A refund as JSON of the API. */
export function toRefundObject(refund: CardRefundRow): StripeObject {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: null,
    charge: refund.charge,
    created: toUnixSeconds(refund.created),
    currency: refund.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    ...(refund.status === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {}),
    metadata: refund.metadata,
    payment_intent: refund.paymentIntent,
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.status,
    transfer_reversal: null,
  };
}

const EVIDENCE =
  'access_activity_log billing_address cancellation_policy cancellation_policy_disclosure cancellation_rebuttal ' +
  'customer_communication customer_email_address customer_name customer_purchase_ip customer_signature ' +
  'duplicate_charge_documentation duplicate_charge_explanation duplicate_charge_id product_description receipt ' +
  'refund_policy refund_policy_disclosure refund_refusal_explanation service_date service_documentation ' +
  'shipping_address shipping_carrier shipping_date shipping_documentation shipping_tracking_number ' +
  'uncategorized_file uncategorized_text';

function toEvidence({ evidence }: DisputeRow): StripeObject {
  return Object.fromEntries(EVIDENCE.split(' ').map((name) => [name, evidence[name] ?? null]));
}

/** A dispute as JSON of the API. */
export function toDisputeObject(dispute: DisputeRow): StripeObject {
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    balance_transactions: [],
    charge: dispute.charge,
    created: toUnixSeconds(dispute.created),
    currency: dispute.currency,
    enhanced_eligibility_types: [],
    evidence: toEvidence(dispute),
    evidence_details: {
      due_by: toUnixSeconds(dispute.dueBy),
      enhanced_eligibility: {},
      has_evidence: Object.keys(dispute.evidence).length > 0,
      past_due: dispute.dueBy < new Date(),
      submission_count: Object.keys(dispute.evidence).length > 0 ? 1 : 0,
    },
    is_charge_refundable: dispute.status.startsWith('warning'),
    livemode: false,
    metadata: {},
    payment_intent: dispute.paymentIntent,
    payment_method_details: {
      card: { brand: 'visa', case_type: 'chargeback', network_reason_code: '10.4' },
      type: 'card',
    },
    reason: dispute.reason,
    status: dispute.status,
  };
}
