import { formatNumber } from './card-rules.ts';
import { make } from './dom.ts';

const TRY: [number: string, what: string][] = [
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
export function makeTestCardNote(choose: (number: string) => void): HTMLElement {
  const items = TRY.map(([number, what]) => {
    const button = make('button', { type: 'button' }, [make('b', {}, [formatNumber(number)]), ` ${what}`]);
    button.addEventListener('click', () => choose(number));
    return make('li', {}, [button]);
  });
  return make('div', { class: 'cs-note' }, [
    make('p', {}, [
      'Card sandbox: no money moves. Only test cards work here, with any future date, code and postcode.',
    ]),
    make('details', {}, [make('summary', {}, ['Test cards to try']), make('ul', {}, items)]),
  ]);
}
