import type { Dependency } from './contract.ts';

export const systemCopy = {
  title: 'System',
  text: 'Services the shop uses and their status. If one is unavailable, everything that does not need it keeps working.',
  check: 'Check now',
  checking: 'Checking …',
  running: 'Running since',
  lastBackup: 'Last backup:',
  noBackup: 'No backup has been made yet. ‘npm run backup’ makes one, and BACKUP_SCHEDULE one each day.',
  health: { up: 'working', down: 'not working', unknown: 'not used yet' } satisfies Record<
    Dependency['health'],
    string
  >,
  ports: {
    database: 'Database',
    replica: 'Replica',
    identity: 'Sign-in',
    payments: 'Card payments',
    tax: 'Tax',
    images: 'Pictures',
    mail: 'Email',
    map: 'Map',
    vat_check: 'VAT IDs',
    backup: 'Backups',
  } satisfies Record<Dependency['port'], string>,
  /** The name of each configured system, by dependency and mode. */
  modes: {
    'database embedded': 'Built in: PostgreSQL, started with the shop',
    'database postgres': 'PostgreSQL at the configured address',
    'replica streaming': 'Streaming replica of the database, for lists and searches',
    'identity embedded': 'Built in',
    'identity embedded, Google': 'Built in, and Google',
    'identity firebase': 'Firebase Authentication',
    'payments sandbox': 'Built in: a sandbox. No money moves.',
    'payments stripe': 'Stripe',
    'tax sandbox': 'Built in: a sandbox of Stripe Tax',
    'tax stripe': 'Stripe Tax',
    'images local': 'Built in: files in the data folder',
    'images imgbb': 'imgbb',
    'images s3': 'S3 storage',
    'mail outbox': 'Built in: emails stay in the outbox and are not sent',
    'mail smtp': 'Sent by a mail server',
    'map outline': 'Built in: an outline of the world',
    'map tiles': 'Map tiles from the configured address',
    'vat_check vies': 'Checked at VIES of the European Commission',
    'backup scheduled': 'Made every day',
  } as Record<string, string>,
};
