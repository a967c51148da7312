/** The texts of `/contact` around its form. */
export const contactCopy = {
  title: 'Contact',
  text: 'People who know the tools answer here, by telephone and by e-mail.',
  description: (legalName: string) => `Address, telephone number, e-mail address and hours of ${legalName}.`,
  address: 'Address',
  phone: 'Telephone',
  email: 'E-mail',
  hours: 'Hours',
  taxNumber: 'Tax number',
  advice:
    'For a question about an order, please give the name of the tool and the day of the order. Both are under My Order.',
} as const;
