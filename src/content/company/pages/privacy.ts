import { type CompanyPage, describeCompany, type ShopFacts } from '../company-page.ts';

export const privacy = ({ company }: ShopFacts): CompanyPage => ({
  title: 'Privacy policy',
  text: 'What this shop knows about you, why, for how long, and how to have it erased.',
  description: `Which data ${company.name} stores, why, for how long, who else sees it, and what you can ask us to do.`,
  since: '2026-11-28',
  sections: [
    {
      title: 'Who is responsible',
      blocks: [describeCompany(company)],
    },
    {
      title: 'In short',
      blocks: [
        {
          list: [
            'We store what you enter, and what we need to keep an order.',
            'We never see or store the number of your card.',
            'There are no trackers, no advertising and no analytics. Fonts, pictures and scripts come from the shop itself.',
            'We never sell or lend your data.',
          ],
        },
      ],
    },
    {
      title: 'What we store, and why',
      blocks: [
        {
          entries: [
            [
              'Account',
              'Your name, email address and password. The password is stored as a hash, from which nobody can recover it. Each session is stored with its time, network address and browser. It ends after seven days without a visit at the latest.',
            ],
            [
              'Profile',
              'Your picture, phone number, college, university, division and district, if you enter them. They are part of your profile; we use the phone number and the places to reach you about an order.',
            ],
            [
              'Basket',
              'Which tools you put in, how many, when, and what they cost at that time. It is stored with your account until you take them out. If you have no account, it stays in your browser.',
            ],
            [
              'Orders',
              'Tools, quantities and prices; your name and email address; the shipping and billing addresses, with company, phone number and VAT ID if you enter them; your PO number and your notes; the dates of order, payment and shipment; the transaction number and the tracking numbers; and the documents of the order. Orders are business records. We keep them as long as the law requires, and do not remove them from the shop.',
            ],
            [
              'Addresses',
              'The addresses that you save for your next orders, until you remove them under My Addresses.',
            ],
            [
              'VAT IDs',
              'If a sale can be free of tax because of your VAT ID, we ask VIES of the European Commission whether it is registered. We keep its answer with the name and address that it has, the time and the consultation number: 60 days after it was last asked, and with your orders as long as their papers.',
            ],
            [
              'Exemption certificates',
              'The certificates that you upload, with their number, states and last day, and what we decided. You and our staff can read them, and nobody else. You can delete one that was never approved. We keep one on which an order relies as long as the papers of the order.',
            ],
            [
              'Payments',
              'The card form belongs to the card provider. The number of your card goes from your browser to the provider, and never to the shop. We receive the amount, the result and the transaction number.',
            ],
            [
              'Reviews',
              'What you write, with your name. Everybody can read it. Under My Review you can change or remove it; its title and the date stay in our record of changes.',
            ],
            [
              'Quote requests and messages',
              'What you entered in the form. We use it to answer you, and keep it with our correspondence. We erase it when you ask us to.',
            ],
            [
              'Newsletter',
              'Your address, and when you subscribed, confirmed and unsubscribed. We store nothing else, and do not record whether you open a newsletter.',
            ],
            [
              'Waiting for a tool',
              'Your address, the tool, and when you asked, confirmed and were notified. We use your address for that one email only.',
            ],
            ['Emails', 'A copy of every email that the shop sent you.'],
            [
              'Record of changes',
              'Who placed, paid for, deleted or shipped which order, and when. It stays with the order. The network address that the change came from is erased after 90 days.',
            ],
            [
              'Protection against abuse',
              'The network address that an order came from, while it is unpaid. How many forms came from a network address, how many wrong passwords were tried, and how many emails went to a mailbox. We erase these counts within 25 hours. The shop’s log records the kind, time and result of each request, without names or addresses.',
            ],
          ],
        },
      ],
    },
    {
      title: 'The newsletter, and how to unsubscribe',
      blocks: [
        'First we send a link. We write only to addresses that were confirmed with it. An address that is not confirmed within seven days is erased.',
        'Every newsletter has a link to unsubscribe. From that moment we stop writing to you, and we erase the address after thirty days. You can also simply tell us.',
      ],
    },
    {
      title: 'Waiting for a tool, and how to end it',
      blocks: [
        'First we send a link. If you confirm your address with it, we tell you once when the tool can be ordered again. An address that is not confirmed within seven days is erased.',
        'Each of these emails has a link that ends the alert. Thirty days after an alert was sent or ended, we erase it together with its emails. If a tool does not come back, we erase the alert after a year.',
      ],
    },
    {
      title: 'Who else sees it',
      blocks: [
        'The card provider sees what a payment needs: card, amount, your name, email address and billing address. The carrier gets the shipping address and its phone number. Our email provider sees the emails, and the companies that run our computers store the data for us. VIES of the European Commission gets your VAT ID if a sale can be free of tax because of it. If you sign in with Google, Google knows that you did. Nobody else sees your data, unless a court orders it.',
      ],
    },
    {
      title: 'What you can ask for',
      blocks: [
        'You can see and change your profile yourself. Under My Profile you can also download everything that we know about you as a file, and delete your account. You can ask us to do it for you, or to correct something. We erase everything that no law requires us to keep. Please write from the email address in question, so that we do not tell anybody else. If you think that we handle your data wrongly, you can complain to the data protection authority where you live.',
        {
          links: [
            { to: '/contact', label: 'Write to us' },
            { to: '/cookies', label: 'Cookie policy' },
          ],
        },
      ],
    },
  ],
});
