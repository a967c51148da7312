import { getCountryName } from '#src/shared/postal-address/country-names.ts';
import type { CertificateKind, ExemptionState, ExemptPlace } from './rules.ts';

/** Places within a sentence, regions of one country together: 'United States (OH, TX), Canada'. */
export function namePlaces(places: readonly ExemptPlace[]): string {
  return [...Map.groupBy(places, ({ country }) => country)]
    .map(([country, inCountry]) => {
      const regions = inCountry.map(({ region }) => region).filter(Boolean);
      const isWhole = regions.length < inCountry.length;
      return isWhole ? getCountryName(country) : `${getCountryName(country)} (${regions.join(', ')})`;
    })
    .join(', ');
}

export const exemptionCopy = {
  title: 'Tax exemption',
  text: 'Upload a certificate, such as for resale. Once we have approved it, we charge no tax on orders to the places where it holds.',
  off: 'This shop charges no tax, so you need no certificate here.',
  notFound: 'This certificate does not exist. It may have been deleted.',
  errors: {
    expired: 'This day has passed. Please upload a certificate that is still valid.',
    tooLarge: 'This file is larger than 4 MB. Please choose a smaller one.',
    missing: 'Please choose the certificate as a PDF.',
    places: 'Please choose the states where the certificate holds.',
    full: (most: number) => `You can have at most ${most} certificates. Please delete one that you no longer need.`,
    pending: (most: number) =>
      `${most} of your certificates are waiting for us. Please wait until we have checked them.`,
    reason: 'Please say why. The buyer reads it.',
    transition: (by: 'owner' | 'staff', state: 'approved' | 'rejected' | 'withdrawn') =>
      by === 'owner'
        ? state === 'withdrawn'
          ? 'This certificate is withdrawn already.'
          : 'You can only withdraw a certificate. The shop decides whether it is accepted.'
        : state === 'withdrawn'
          ? 'Only its owner can withdraw a certificate. You can reject it.'
          : 'Its owner has withdrawn this certificate.',
    approveExpired: 'This certificate has expired. Please reject it, and ask for a new one.',
  },

  kinds: {
    resale: 'Resale',
    manufacturing: 'Manufacturing',
    nonprofit: 'Nonprofit organization',
    government: 'Government',
    other: 'Other exemption',
  } satisfies Record<CertificateKind, string>,
  states: {
    pending: 'Waiting',
    approved: 'Approved',
    rejected: 'Rejected',
    withdrawn: 'Withdrawn',
    expired: 'Expired',
  } satisfies Record<ExemptionState, string>,
  expiring: 'Expires soon',
  heading: (kind: string, number: string) => (number ? `${kind}, no. ${number}` : kind),
  validUntil: 'Valid until',
  noExpiry: 'Does not expire',
  places: 'Places',
  uploaded: 'Uploaded',
  reason: 'Why it was rejected:',
  renew: 'Please upload its successor in time. After the last day, tax is charged again.',
  open: 'Save PDF',
  list: 'Your certificates',
  none: 'You have no certificates yet.',
  withdraw: 'Withdraw',
  remove: 'Delete',
  askWithdraw: (name: string) => ({
    title: 'Withdraw this certificate?',
    text: name,
    note: 'Tax is charged on your next orders. We keep the certificate for orders that relied on it.',
    confirm: 'Yes, withdraw it',
    cancel: 'Cancel',
  }),
  askRemove: (name: string) => ({
    title: 'Delete this certificate?',
    text: name,
    confirm: 'Yes, delete it',
    cancel: 'Cancel',
  }),
  done: {
    added: 'Uploaded. We will email you once we have checked it.',
    withdrawn: (name: string) => `Withdrawn: ${name}.`,
    removed: (name: string) => `Deleted: ${name}.`,
    approved: (name: string) => `Approved: ${name}.`,
    rejected: (name: string) => `Rejected: ${name}. Its owner gets an email with the reason.`,
  },

  form: {
    title: 'Upload a certificate',
    file: 'Certificate',
    fileHint: 'PDF, at most 4 MB.',
    uploading: 'Uploading',
    kind: 'Kind of exemption',
    number: 'Certificate number',
    numberHint: 'As printed on it. Leave blank if it has none.',
    validUntil: 'Valid until',
    validUntilHint: 'Leave blank if it does not expire.',
    country: 'Country',
    wholeCountry: 'The whole country',
    regions: 'States or provinces where it holds',
    submit: 'Upload certificate',
  },

  managed: {
    title: 'Exemptions',
    text: 'Certificates of buyers. An approved one makes their orders to its places tax-exempt until its last day.',
    search: 'Search certificates and buyers',
    none: { title: 'No certificates', text: 'Buyers upload them under Tax exemption in their account.' },
    noneWaiting: { title: 'Nothing is waiting', text: 'New certificates appear here once buyers have uploaded them.' },
    seeAll: 'Show all certificates',
    views: {
      pending: 'Waiting',
      approved: 'Approved',
      expiring: 'Expiring soon',
      expired: 'Expired',
      rejected: 'Rejected',
      withdrawn: 'Withdrawn',
    },
    removedUser: 'account disabled',
    approve: 'Approve',
    reject: 'Reject',
    askReject: (name: string) => ({
      title: 'Reject this certificate?',
      text: name,
      field: { label: 'Reason', hint: 'The buyer gets it by email.' },
      confirm: 'Reject it',
      cancel: 'Cancel',
    }),
  },
} as const;
