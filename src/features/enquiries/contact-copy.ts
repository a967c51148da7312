/** The texts of `/contact` around its form. */
export const contactCopy = {
  title: 'Contact',
  text: 'Talk to people who know the tools, by phone or by email.',
  description: (legalName: string) => `Address, phone number, email address and hours of ${legalName}.`,
  address: 'Address',
  phone: 'Phone',
  email: 'Email',
  hours: 'Hours',
  taxNumber: 'Tax number',
  advice: 'For questions about an order, please include the order number. You can find it under My Order.',
} as const;
