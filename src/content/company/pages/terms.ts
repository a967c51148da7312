import { type CompanyPage, describeCompany, type ShopFacts } from '../company-page.ts';

export const terms = ({ company, holdTime }: ShopFacts): CompanyPage => ({
  title: 'Terms of use',
  text: 'What you and we can rely on when you use this shop and order from it.',
  description: `Ordering, prices, reservation and payment, delivery, faults, accounts and reviews at ${company.name}.`,
  since: '2026-11-20',
  sections: [
    {
      title: 'Who we are',
      blocks: [`This shop is run by ${describeCompany(company)}`],
    },
    {
      title: 'Who can order',
      blocks: [
        'We sell to businesses, and to everybody who buys in their quantities. To order, you need an account with your own name and an e-mail address that you can read. Keep your password to yourself. An order from your account counts as yours until you tell us that somebody else uses the account.',
      ],
    },
    {
      title: 'Prices, quantities and stock',
      blocks: [
        'Every tool is shown with its price per piece, its minimum order and the pieces in stock. You can order any whole number from the minimum order to the stock. The total is the quantity times the price per piece at the moment of your order, in US dollars. The order shows the total before you pay, and it does not change afterwards.',
        'Do you need more than is in stock, or a price for a whole year? Then ask for a quote. A quote is valid for the time that it names.',
        { links: [{ to: '/quote', label: 'Request a quote' }] },
      ],
    },
    {
      title: 'Reservation and payment',
      blocks: [
        `An order reserves its pieces for you at once, usually for ${holdTime}. While the e-mail address of your account is not confirmed, the time is shorter. My Order shows until when. During that time you can pay by card or delete the order. An order that is not paid in time ends by itself and costs nothing.`,
        'The contract is made when your payment arrives. We return a payment in full if its order has ended or is already paid.',
      ],
    },
    {
      title: 'Delivery',
      blocks: [
        'We pack orders in the sequence of their payment. The order shows when it has shipped, and we tell you by e-mail.',
      ],
    },
    {
      title: 'When something is wrong',
      blocks: [
        'Send us a photograph, the name of the tool and the day of the order. If the fault is ours, we replace the tool or return its price, as you prefer. Your rights by law remain as they are.',
      ],
    },
    {
      title: 'Reviews and pictures you send',
      blocks: [
        'A review is shown with your name. Write what you have seen for yourself, and send only pictures that are yours. We may remove what is untrue or insulting, or what belongs to somebody else. You then read why under My Review, where you can change or remove all that you wrote.',
      ],
    },
    {
      title: 'Our liability',
      blocks: [
        'Dimensions and materials are as we measured them. We are liable for damage that we cause on purpose or by negligence, as the law says. We do not promise that the shop is available at every hour.',
      ],
    },
    {
      title: 'Law and changes',
      blocks: [
        'The law of the State of Ohio applies, and its courts are competent. This does not hold where the law of your place of residence gives you others. When these terms change, the date below changes. An order is subject to the terms of its day.',
      ],
    },
  ],
});
