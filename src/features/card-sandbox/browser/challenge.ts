import type { Answer, PaymentIntent } from './calls.ts';
import { freshId, make } from './dom.ts';
import { adoptStyles } from './styles.ts';

export type ChallengeResult = 'complete' | 'fail' | 'close';

/** The amount as people write it; `amount` is in minor units. */
function formatAmount(amount: number, currency: string): string {
  const style = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return style.format(amount / 10 ** (style.resolvedOptions().maximumFractionDigits ?? 2));
}

/** Plays the bank: asks in a modal dialog, sends the answer, resolves with the intent or the refusal. */
export function askChallenge(
  intent: PaymentIntent,
  send: (result: ChallengeResult) => Promise<Answer<PaymentIntent>>,
): Promise<Answer<PaymentIntent>> {
  adoptStyles();
  return new Promise((resolve) => {
    const titleId = freshId();
    const notice = make('p', { class: 'cs-error', role: 'alert' });
    const button = (text: string, result: ChallengeResult, look = ''): HTMLButtonElement => {
      const made = make('button', { type: 'button', class: look }, [text]);
      made.addEventListener('click', () => answer(result));
      return made;
    };
    const buttons = [
      button('Complete authentication', 'complete', 'cs-main'),
      button('Fail authentication', 'fail'),
      button('Close', 'close'),
    ];
    const dialog = make('dialog', { class: 'card-sandbox-dialog', 'aria-labelledby': titleId }, [
      make('div', { class: 'cs-ask' }, [
        make('h2', { id: titleId }, ['3-D Secure']),
        make('p', {}, ['Here your bank would ask you to approve this payment. Card sandbox: no money moves.']),
        make('p', { class: 'cs-amount' }, [formatAmount(intent.amount, intent.currency)]),
        notice,
        ...buttons,
      ]),
    ]);
    let sending = false;
    let settled = false;

    async function answer(result: ChallengeResult): Promise<void> {
      if (sending) return;
      sending = true;
      notice.textContent = '';
      for (const one of buttons) one.disabled = true;
      const outcome = await send(result);
      sending = false;
      // Unreachable: the challenge is still open, so it can be answered again; closing always leads out.
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
      void answer('close');
    });
    // A second Escape closes the dialog without asking.
    dialog.addEventListener('close', () => {
      if (!settled) void answer('close');
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
