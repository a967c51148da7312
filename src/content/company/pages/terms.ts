import { nameCurrencyUnits } from '#src/shared/currencies.ts';
import { getShopCurrency } from '#src/shared/money.ts';
import { type CompanyPage, describeCompany, type ShopFacts } from '../company-page.ts';

export const terms = ({ company, holdTime }: ShopFacts): CompanyPage => ({
  title: 'Terms of use',
  text: 'What you and we can rely on when you use this shop and order from it.',
  description: `Ordering, prices, reservation and payment, delivery, faults, accounts and reviews at ${company.name}.`,
  since: '2026-11-28',
  sections: [
    {
      title: 'Who we are',
      blocks: [`This shop is run by ${describeCompany(company)}`],
    },
    {
      title: 'Who can order',
      blocks: [
        'We sell to businesses, and to anybody who buys in similar quantities. To order, you need an account with your own name and an email address that you can read. Keep your password to yourself. An order from your account counts as yours until you tell us that somebody else is using the account.',
      ],
    },
    {
      title: 'Prices, quantities and stock',
      blocks: [
        `Every tool is shown with its price per piece, its minimum order and the pieces in stock. You can order from the minimum order to the pieces in stock, or to the maximum order if the tool has one. Some tools are sold in whole packs only. If a tool has volume prices, the quantity decides the price per piece. The total is the quantity times that price at the moment of your order, in ${nameCurrencyUnits(getShopCurrency().code)}. The order shows the total before you pay, and it does not change afterwards.`,
        'Do you need more than is in stock, or a price for a whole year? Then ask for a quote. A quote is valid for the time that it states.',
        { links: [{ to: '/quote', label: 'Request a quote' }] },
      ],
    },
    {
      title: 'Reservation and payment',
      blocks: [
        `An order reserves its pieces for you at once, usually for ${holdTime}. While the email address of your account is not confirmed, the time is shorter. My Order shows when it ends. Until then you can pay by card or delete the order. An order that is not paid in time ends by itself and costs you nothing.`,
        'The contract is made when your payment arrives. We return a payment in full if its order has ended or is already paid.',
      ],
    },
    {
      title: 'Delivery',
      blocks: [
        'We ship to the address of your order, and pack orders in the sequence in which they were paid. The order shows what has shipped, and we tell you by email, with the tracking number if there is one.',
      ],
    },
    {
      title: 'When something is wrong',
      blocks: [
        'Send us a photograph, the name of the tool and the number of the order, which is under My Order. If the fault is ours, we replace the tool or refund its price, as you prefer. Your legal rights are not affected.',
      ],
    },
    {
      title: 'Reviews and pictures you send',
      blocks: [
        'A review is shown with your name. Write what you have seen for yourself, and send only pictures that are yours. We may remove what is untrue or insulting, or what belongs to somebody else. You can then read the reason under My Review, where you can change or remove everything you wrote.',
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
        'The law of the State of Ohio applies, and its courts have jurisdiction, unless the law of the place where you live gives you the right to another. When these terms change, the date below changes. An order is subject to the terms that applied on its day.',
      ],
    },
  ],
});
