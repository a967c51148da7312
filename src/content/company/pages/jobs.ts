import type { CompanyPage, ShopFacts } from '../company-page.ts';

export const jobs = ({ company }: ShopFacts): CompanyPage => ({
  title: 'Jobs',
  text: 'We hire rarely. When we do, it is for years.',
  description: `Working at ${company.legalName}: what the work is like, how to apply, and what happens next.`,
  sections: [
    {
      title: 'Open positions',
      blocks: [
        'There is no open position at the moment. When there is one, you will find it here first.',
        'Do you forge, grind, harden, measure or sell tools well? Do you want to do it in Cleveland? Then write anyway. We answer every application.',
      ],
    },
    {
      title: 'What the work is like',
      blocks: [
        'Whoever makes a tool here also measures it, and signs the measurements. Work begins at eight and ends at five, Monday to Friday. There is one shift, and no weekend work.',
        'Apprentices spend their first year at the bench and at the gauge, not at the broom.',
      ],
    },
    {
      title: 'How to apply',
      blocks: [
        {
          list: [
            'Write half a page about what you have made, and add two or three photographs of it.',
            'Tell us where you learned it, and when you could start.',
            `Send it by email to ${company.email}, with “Work” in the subject.`,
          ],
        },
        'You will hear from us within two weeks. If we invite you, you work with your future colleagues for a day, which we pay. After our decision we erase what you sent, unless you want us to keep it.',
      ],
    },
  ],
});
