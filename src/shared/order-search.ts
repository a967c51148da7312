/** What searches of orders and purchases look in, for the description of the API. */
export const ORDER_SEARCHES =
  'number (with or without its prefix), tool name, SKU, GTIN, customer name, email, PO number, company, recipient, ' +
  'street, town or postal code of an address, tracking number, number of an invoice, credit note or debit note, order ' +
  'id or transaction id';
