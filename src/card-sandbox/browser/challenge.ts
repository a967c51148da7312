import type { ChallengeResult } from '../intent-states.ts';
import { formatStripeAmount } from '../stripe-currencies.ts';
import type { CallResult, PaymentIntent } from './api-client.ts';
import { createElement, createId } from './dom.ts';
import { adoptStyles } from './styles.ts';

/** Plays the bank: asks in a modal dialog, sends the result, resolves to the intent or an error. */
export function showChallenge(
  intent: PaymentIntent,
  send: (result: ChallengeResult) => Promise<CallResult<PaymentIntent>>,
): Promise<CallResult<PaymentIntent>> {
  adoptStyles();
  return new Promise((resolve) => {
    const titleId = createId();
    const notice = createElement('p', { class: 'cs-error', role: 'alert' });
    const button = (text: string, result: ChallengeResult, look = ''): HTMLButtonElement => {
      const made = createElement('button', { type: 'button', class: look }, [text]);
      made.addEventListener('click', () => respond(result));
      return made;
    };
    const buttons = [
      button('Complete authentication', 'complete', 'cs-main'),
      button('Fail authentication', 'fail'),
      button('Close', 'close'),
    ];
    const dialog = createElement('dialog', { class: 'card-sandbox-dialog', 'aria-labelledby': titleId }, [
      createElement('div', { class: 'cs-ask' }, [
        createElement('h2', { id: titleId }, ['3-D Secure']),
        createElement('p', {}, ['Here your bank would ask you to approve this payment. Card sandbox: no money moves.']),
        createElement('p', { class: 'cs-amount' }, [formatStripeAmount(intent.amount, intent.currency)]),
        notice,
        ...buttons,
      ]),
    ]);
    let sending = false;
    let settled = false;

    async function respond(result: ChallengeResult): Promise<void> {
      if (sending) return;
      sending = true;
      notice.textContent = '';
      for (const one of buttons) one.disabled = true;
      const outcome = await send(result);
      sending = false;
      // Unreachable: the challenge is still open and can be tried again. Closing always ends it.
      if (outcome.error?.type === 'api_connection_error' && result !== 'close' && dialog.open) {
        for (const one of buttons) one.disabled = false;
        notice.textContent = outcome.error.message ?? '';
        return;
      }
      settled = true;
      dialog.close();
      dialog.remove();
      resolve(outcome);
    }

    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      void respond('close');
    });
    // A second Escape closes the dialog without asking.
    dialog.addEventListener('close', () => {
      if (!settled) void respond('close');
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
