import { formatNumber } from './card-rules.ts';
import { createElement } from './dom.ts';

const TEST_CARD_CHOICES: [number: string, what: string][] = [
  ['4242424242424242', 'accepted'],
  ['378282246310005', 'accepted, Amex'],
  ['4000002500003155', 'asks for 3-D Secure'],
  ['4000008400001629', '3-D Secure, then declined'],
  ['4000000000000002', 'declined'],
  ['4000000000009995', 'insufficient funds'],
  ['4000000000000069', 'expired card'],
  ['4000000000000127', 'wrong CVC'],
  ['4000000000000119', 'processing error'],
];

/** Says that no money moves, and offers the test cards; choosing one fills the form. */
export function createTestCardNote(choose: (number: string) => void): HTMLElement {
  const items = TEST_CARD_CHOICES.map(([number, what]) => {
    const button = createElement('button', { type: 'button' }, [
      createElement('b', {}, [formatNumber(number)]),
      ` ${what}`,
    ]);
    button.addEventListener('click', () => choose(number));
    return createElement('li', {}, [button]);
  });
  return createElement('div', { class: 'cs-note' }, [
    createElement('p', {}, [
      'Card sandbox: no money moves. Only test cards work here, with any future date and security code.',
    ]),
    createElement('details', {}, [createElement('summary', {}, ['Test cards to try']), createElement('ul', {}, items)]),
  ]);
}
