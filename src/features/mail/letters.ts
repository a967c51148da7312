import { formatMoney } from '#src/shared/money.ts';

export interface Letter {
  subject: string;
  text: string;
}

interface OrderFacts {
  id: string;
  name: string;
  itemName: string;
  quantity: number;
  totalCents: number;
}

const line = (order: OrderFacts) =>
  `${order.quantity} × ${order.itemName}, ${formatMoney(order.totalCents)}\nOrder ${order.id}`;

/** Pages are absolute addresses, because a mail is read elsewhere. */
export function orderPlacedLetter(order: OrderFacts, publicUrl: string, holdHours: number): Letter {
  return {
    subject: `We keep ${order.quantity} × ${order.itemName} for you`,
    text: `Hello ${order.name},\n\nthank you for your order.\n\n${line(order)}\n\nWe keep these pieces for you for ${holdHours} hours. Please pay by card until then:\n${publicUrl}/dashboard/payment/${order.id}\n`,
  };
}

export function orderPaidLetter(order: OrderFacts, transactionId: string): Letter {
  return {
    subject: `Paid: ${order.quantity} × ${order.itemName}`,
    text: `Hello ${order.name},\n\nwe have received your payment.\n\n${line(order)}\nTransaction ${transactionId}\n\nWe tell you as soon as it ships.\n`,
  };
}

export function orderShippedLetter(order: OrderFacts): Letter {
  return {
    subject: `Shipped: ${order.quantity} × ${order.itemName}`,
    text: `Hello ${order.name},\n\nyour order is on its way.\n\n${line(order)}\n`,
  };
}

export function orderExpiredLetter(order: OrderFacts, publicUrl: string): Letter {
  return {
    subject: `Your order of ${order.itemName} has expired`,
    text: `Hello ${order.name},\n\nthis order was not paid in time, so its pieces are back on the shelf.\n\n${line(order)}\n\nYou can order again at ${publicUrl}/home\n`,
  };
}

export function paymentRefundedLetter(order: OrderFacts): Letter {
  return {
    subject: `Refunded: your payment for ${order.itemName}`,
    text: `Hello ${order.name},\n\na payment arrived for an order that had ended or was already paid. We have refunded it in full.\n\n${line(order)}\n`,
  };
}

/** Somebody of the shop gave back all or a part of what was paid. */
export function moneyBackLetter(order: OrderFacts, amountCents: number): Letter {
  return {
    subject: `Refunded: ${formatMoney(amountCents)} for ${order.itemName}`,
    text: `Hello ${order.name},\n\nwe have given ${formatMoney(amountCents)} back to the card you paid this order with. Your bank may take some days to show it.\n\n${line(order)}\n`,
  };
}

export function paymentFailedLetter(order: OrderFacts, publicUrl: string): Letter {
  return {
    subject: `Your payment for ${order.itemName} did not go through`,
    text: `Hello ${order.name},\n\nyour card did not pay this order, and nothing was charged. The pieces are still kept for you.\n\n${line(order)}\n\nYou can try again, with the same card or another one:\n${publicUrl}/dashboard/payment/${order.id}\n\nIf you have paid by now, you need not do anything.\n`,
  };
}

/** `url` leads to a page with a button. No name stands in it: whoever signed up typed that, and the reader may be another. */
export function confirmEmailLetter(url: string): Letter {
  return {
    subject: 'Please confirm your e-mail address',
    text: `Hello,\n\nplease confirm within a day that this e-mail address is yours:\n${url}\n\nIf you did not sign up at Ironmonger, please do not confirm: somebody mistyped their address, and you need not do anything.\n`,
  };
}

export function resetPasswordLetter(url: string): Letter {
  return {
    subject: 'Choose a new password for Ironmonger',
    text: `Hello,\n\nsomebody asked for a new password for the account with this e-mail address. To choose one, within an hour:\n${url}\n\nIf it was not you, you need not do anything: your password stays as it is.\n`,
  };
}

export function accountExistsLetter(publicUrl: string): Letter {
  return {
    subject: 'You have an account at Ironmonger already',
    text: `Hello,\n\nsomebody signed up at Ironmonger with this e-mail address, which has an account already. Nothing was changed.\n\nTo sign in:\n${publicUrl}/signIn\n\nTo choose a new password, if you have forgotten it:\n${publicUrl}/forgotPassword\n\nIf it was not you, you need not do anything.\n`,
  };
}

// Anybody may type anybody's address into the forms that lead to the letters below. So they repeat nothing of what was
// typed: nobody can have the shop carry their words to a stranger.

export function quoteReceivedLetter(publicUrl: string): Letter {
  return {
    subject: 'We have received your request for a quote',
    text: `Hello,\n\nthank you for asking. We have received your request for a quote and answer it by e-mail, as a rule on the same working day.\n\nOur hours and telephone number: ${publicUrl}/contact\n\nIf you did not ask for a quote, somebody mistyped their address, and you need not do anything.\n`,
  };
}

export function contactReceivedLetter(publicUrl: string): Letter {
  return {
    subject: 'We have received your message',
    text: `Hello,\n\nthank you for writing. We have received your message and answer it by e-mail, as a rule on the same working day.\n\nOur hours and telephone number: ${publicUrl}/contact\n\nIf you did not write to us, somebody mistyped their address, and you need not do anything.\n`,
  };
}

export function newsletterConfirmLetter(publicUrl: string, links: { confirm: string; leave: string }): Letter {
  return {
    subject: 'Please confirm: the Ironmonger newsletter',
    text: `Hello,\n\nthis address was entered for the Ironmonger newsletter. Please confirm within seven days that you want it:\n${publicUrl}/newsletter/confirm/${links.confirm}\n\nIf it was not you, you need not do anything: without your confirmation we write nothing more and erase the address.\n\nTo be taken off the list at once:\n${publicUrl}/newsletter/leave/${links.leave}\n`,
  };
}

export function newsletterWelcomeLetter(publicUrl: string, leave: string): Letter {
  return {
    subject: 'You will get the Ironmonger newsletter',
    text: `Hello,\n\nthank you, your address is confirmed. We write when there are new tools or new prices, and not otherwise.\n\nYou can leave at any time:\n${publicUrl}/newsletter/leave/${leave}\n`,
  };
}
