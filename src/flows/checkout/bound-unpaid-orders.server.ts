import { getHoldHours } from '#src/features/shop-settings/rules.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { type Failure, fail } from '#src/shared/problem.ts';

type BoundContext = Pick<AppContext, 'shopSettings' | 'boundsUnpaidOrders'>;

/** How many unpaid orders an account, and all accounts of its network together, can have at a time. */
export interface UnpaidOrderLimits {
  account: number;
  network: number;
}

/** For how long a new order of this caller holds its stock, and how many they can have. Null means any number. */
export function getHoldTerms(
  { shopSettings, boundsUnpaidOrders }: BoundContext,
  { emailConfirmed }: Pick<Caller, 'emailConfirmed'>,
): { holdHours: number; isUnconfirmed: boolean; limits: UnpaidOrderLimits | null } {
  const { settings } = shopSettings.get();
  if (!boundsUnpaidOrders) return { holdHours: settings.holdHours, isUnconfirmed: !emailConfirmed, limits: null };
  const limits = emailConfirmed
    ? { account: settings.unpaidOrders, network: settings.networkUnpaidOrders }
    : { account: settings.unconfirmedUnpaidOrders, network: settings.unconfirmedNetworkUnpaidOrders };
  return { holdHours: getHoldHours(settings, emailConfirmed), isUnconfirmed: !emailConfirmed, limits };
}

/** The refusal of another unpaid purchase with this many lines. It says what to do instead. */
export function refuseUnpaidOrder(
  context: BoundContext,
  caller: Pick<Caller, 'emailConfirmed'>,
  bound: 'account' | 'network',
  lines: number,
): Failure {
  const { settings } = context.shopSettings.get();
  const { limits } = getHoldTerms(context, caller);
  const limit = limits?.[bound] ?? 0;
  if (bound === 'network' && !caller.emailConfirmed && lines > limit)
    return fail('too_many_unpaid_orders', { detail: describeTooManyLines(limit), extra: { bound, limit } });
  // The limit of a network counts lines, so a purchase with fewer lines may pass.
  const isSmaller = bound === 'network' && caller.emailConfirmed && lines > settings.unpaidOrders;
  const advice = isSmaller ? FEWER_TOOLS : adviseOn(bound, caller.emailConfirmed, settings.unpaidOrders);
  return fail('too_many_unpaid_orders', {
    detail: `${describeBound(bound, limit)} ${advice}`,
    extra: { bound, limit },
  });
}

const FEWER_TOOLS = 'Order fewer tools at once, or pay or delete an order under My Order first.';

function describeTooManyLines(limit: number): string {
  const tools = limit === 1 ? 'one tool' : `${limit} tools`;
  return `Until your email address is confirmed, one order can have at most ${tools}. Confirm it with the link we sent you, then order again.`;
}

function describeBound(bound: 'account' | 'network', limit: number): string {
  if (bound === 'network') return 'There are too many unpaid orders from your network right now.';
  const orders = limit === 1 ? 'an unpaid order' : `${limit} unpaid orders`;
  return `You have ${orders}, and your account cannot have more at a time.`;
}

function adviseOn(bound: 'account' | 'network', isConfirmed: boolean, confirmedLimit: number): string {
  const settle = 'Pay or delete one under My Order';
  if (isConfirmed) return `${settle}, then order again.`;
  if (bound === 'network') return 'Confirm your email address with the link we sent you, then order again.';
  return `${settle}, or confirm your email address with the link we sent you. Then you can have ${confirmedLimit}.`;
}
