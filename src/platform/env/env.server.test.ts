import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseEnv } from './env.server.ts';

const secretKey = (mode: string) => `sk_${mode}_canary`;

function listErrors(source: Record<string, string | undefined>): string[] {
  const result = parseEnv(source);
  return result.ok ? [] : result.errors;
}

describe('the environment', () => {
  test('nothing has to be set', () => {
    const result = parseEnv({});
    expect(result.ok && result.env).toEqual({
      port: 3000,
      publicUrl: 'http://localhost:3000',
      dataDir: resolve('./data'),
      seed: 'demo',
      rateLimits: true,
      trustedProxies: 0,
      healthCheckAddresses: [],
      shutdownDelayMs: 0,
      workers: 1,
      logLevel: 'info',
      database: { kind: 'embedded', poolSize: 16 },
      identity: { kind: 'embedded', signUp: 'at_once' },
      payments: { kind: 'sandbox' },
      images: { kind: 'local' },
      mail: { kind: 'outbox' },
      map: { kind: 'outline' },
      backup: { keepDays: 30 },
      tax: { kind: 'off' },
      vatCheck: { kind: 'off' },
      tracing: { kind: 'off' },
    });
  });

  test('workers are a number or one per core, and share the connections', () => {
    const read = (source: Record<string, string>) => {
      const parsed = parseEnv(source);
      return parsed.ok ? [parsed.env.workers, parsed.env.database.poolSize] : parsed.errors;
    };
    expect(read({ WORKERS: '4' })).toEqual([4, 16]);
    expect(read({ WORKERS: '8' })).toEqual([8, 8]);
    expect(read({ WORKERS: '64' })).toEqual([64, 5]);
    expect(read({ WORKERS: '8', DATABASE_POOL: '20' })).toEqual([8, 20]);
    expect(read({ WORKERS: 'auto' })[0]).toBe(availableParallelism());
    for (const wrong of ['0', '65', '1.5', 'many', '-1', '0x2'])
      expect(read({ WORKERS: wrong })).toEqual([`WORKERS must be auto or a number from 1 to 64 (it is "${wrong}")`]);
  });

  test('an empty line counts as not set', () => {
    expect(listErrors({ PORT: '', DATABASE_URL: '', ADMIN_EMAIL: '', HOST: '' })).toEqual([]);
  });

  test('all errors are reported, not only the first', () => {
    const found = listErrors({
      PORT: 'eighty',
      PUBLIC_URL: 'ftp://shop.example',
      DATABASE_URL: 'mysql://db',
      RATE_LIMITS: 'maybe',
      TRUST_PROXY: '-1',
      SHUTDOWN_DELAY: '-1',
      ORDER_HOLD_HOURS: '0',
      AUTH_SECRET: 'short',
      LOG_LEVEL: 'loud',
    });
    for (const key of [
      'PORT',
      'PUBLIC_URL',
      'DATABASE_URL',
      'RATE_LIMITS',
      'TRUST_PROXY',
      'SHUTDOWN_DELAY',
      'ORDER_HOLD_HOURS',
      'AUTH_SECRET',
      'LOG_LEVEL',
    ]) {
      expect(found.some((error) => error.startsWith(`${key} `))).toBe(true);
    }
  });

  test('an error never repeats a secret', () => {
    const found = listErrors({
      ADMIN_EMAIL: 'a@example.com',
      ADMIN_PASSWORD: 'hush',
      AUTH_SECRET: 'hushhush',
      METRICS_TOKEN: 'hushhush',
      DATABASE_URL: 'mysql://u:hush@db',
      DATABASE_MIGRATION_URL: 'mysql://owner:hush@db',
    });
    expect(found).toHaveLength(5);
    expect(found.join(' ')).not.toContain('hush');
  });

  test('the first admin is set with both address and password, or with neither', () => {
    expect(listErrors({ ADMIN_EMAIL: 'a@example.com' })).toEqual(['ADMIN_PASSWORD must be set when ADMIN_EMAIL is']);
    expect(listErrors({ ADMIN_PASSWORD: 'secret sauce' })).toEqual(['ADMIN_EMAIL must be set when ADMIN_PASSWORD is']);
    const result = parseEnv({ ADMIN_EMAIL: 'Boss@Example.com', ADMIN_PASSWORD: 'secret sauce' });
    expect(result.ok && result.env.identity).toMatchObject({
      firstAdmin: { email: 'boss@example.com', password: 'secret sauce' },
    });
  });

  test('the public address loses its trailing slash', () => {
    const result = parseEnv({ PUBLIC_URL: 'https://tools.example//', DEMO: 'on' });
    expect(result.ok && result.env.publicUrl).toBe('https://tools.example');
  });

  test('without a public address, one is derived from the port', () => {
    const result = parseEnv({ PORT: '8080' });
    expect(result.ok && result.env.publicUrl).toBe('http://localhost:8080');
  });

  test('a hosted system needs its own keys, and all missing ones are named', () => {
    const found = listErrors({
      IDENTITY: 'firebase',
      PAYMENTS: 'stripe',
      IMAGES: 's3',
      SMTP_URL: 'smtp://mail.example',
    });
    for (const key of [
      'FIREBASE_PROJECT_ID',
      'FIREBASE_API_KEY',
      'ADMIN_EMAIL',
      'STRIPE_SECRET_KEY',
      'STRIPE_PUBLISHABLE_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'S3_BUCKET',
      'S3_ACCESS_KEY_ID',
      'S3_SECRET_ACCESS_KEY',
      'MAIL_FROM',
    ])
      expect(found.some((error) => error.startsWith(`${key} must be set when `))).toBe(true);
    expect(found).toHaveLength(10);
    expect(listErrors({ IMAGES: 'imgbb' })).toEqual(['IMGBB_API_KEY must be set when IMAGES is imgbb']);
    expect(listErrors({ GOOGLE_CLIENT_ID: 'x' })).toEqual([
      'GOOGLE_CLIENT_SECRET must be set when GOOGLE_CLIENT_ID is',
    ]);
  });

  test('a role for migrations requires an external database', () => {
    const DATABASE_MIGRATION_URL = 'postgres://owner:hush@db/shop';
    expect(listErrors({ DATABASE_MIGRATION_URL })).toEqual([
      'DATABASE_MIGRATION_URL has no effect unless DATABASE_URL is set',
    ]);
    const result = parseEnv({ DATABASE_MIGRATION_URL, DATABASE_URL: 'postgres://shop@db/shop' });
    expect(result.ok && result.env.database).toEqual({
      kind: 'postgres',
      url: 'postgres://shop@db/shop',
      migrationUrl: DATABASE_MIGRATION_URL,
      poolSize: 16,
      preparedStatements: true,
    });
  });

  test('a replica requires an external database', () => {
    const DATABASE_REPLICA_URL = 'postgres://shop:hush@replica/shop';
    expect(listErrors({ DATABASE_REPLICA_URL })).toEqual([
      'DATABASE_REPLICA_URL has no effect unless DATABASE_URL is set',
    ]);
    const result = parseEnv({ DATABASE_REPLICA_URL, DATABASE_URL: 'postgres://shop@db/shop' });
    expect(result.ok && result.env.database).toMatchObject({ replicaUrl: DATABASE_REPLICA_URL });
  });

  test('each outside system has one kind, with everything that kind needs', () => {
    const result = parseEnv({
      DATABASE_URL: 'postgres://shop@db/shop',
      IDENTITY: 'firebase',
      ADMIN_EMAIL: 'Boss@Example.com',
      FIREBASE_PROJECT_ID: 'demo-shop',
      FIREBASE_API_KEY: 'key',
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_a',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_a',
      STRIPE_WEBHOOK_SECRET: 'whsec_canary-1',
      IMAGES: 's3',
      S3_BUCKET: 'tools',
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'b',
      S3_PATH_STYLE: 'on',
      SMTP_URL: 'smtp://mail.example',
      MAIL_FROM: 'shop@example.com',
      MAP_TILES_URL: 'https://tile.example/{z}/{x}/{y}.png',
    });
    expect(result.ok && result.env).toMatchObject({
      database: { kind: 'postgres', url: 'postgres://shop@db/shop', poolSize: 16 },
      identity: {
        kind: 'firebase',
        projectId: 'demo-shop',
        apiKey: 'key',
        authDomain: 'demo-shop.firebaseapp.com',
        adminEmail: 'boss@example.com',
      },
      payments: {
        kind: 'stripe',
        secretKey: 'sk_test_a',
        publishableKey: 'pk_test_a',
        webhookSecret: 'whsec_canary-1',
      },
      images: {
        kind: 's3',
        bucket: 'tools',
        region: 'us-east-1',
        pathStyle: true,
        accessKeyId: 'a',
        secretAccessKey: 'b',
      },
      mail: { kind: 'smtp', url: 'smtp://mail.example', from: 'shop@example.com' },
      map: {
        kind: 'tiles',
        url: 'https://tile.example/{z}/{x}/{y}.png',
        attribution: '© OpenStreetMap contributors',
      },
    });
  });

  test('VAT IDs are checked at VIES, at its own address unless another one is set', () => {
    const parse = (source: Record<string, string>) => {
      const result = parseEnv(source);
      return result.ok && result.env.vatCheck;
    };
    expect(parse({ VAT_CHECK: 'vies' })).toEqual({
      kind: 'vies',
      url: expect.stringMatching(/^https:\/\/ec\.europa\.eu\//),
    });
    expect(parse({ VAT_CHECK: 'vies', VIES_URL: 'http://127.0.0.1:9/' })).toMatchObject({ url: 'http://127.0.0.1:9/' });
    expect(listErrors({ VAT_CHECK: 'always', VIES_URL: 'vies' })).toEqual([
      'VAT_CHECK must be off or vies (it is "always")',
      'VIES_URL must be an http:// or https:// address',
    ]);
  });

  test('an unknown kind is reported together with the existing ones', () => {
    expect(listErrors({ IDENTITY: 'ldap', PAYMENTS: 'cash', IMAGES: 'ftp' })).toEqual([
      'IDENTITY must be embedded or firebase (it is "ldap")',
      'PAYMENTS must be sandbox or stripe (it is "cash")',
      'IMAGES must be local, imgbb or s3 (it is "ftp")',
    ]);
  });

  test('card keys of the wrong kind or of different modes are rejected without being repeated', () => {
    const stripe = { PAYMENTS: 'stripe', STRIPE_WEBHOOK_SECRET: 'whsec_canary-12345' };
    const keys = (secret: string, publishable: string) =>
      listErrors({ ...stripe, STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable });
    expect(keys('sk_test_canary', 'pk_test_canary')).toEqual([]);
    expect(keys('rk_live_canary', 'pk_live_canary')).toEqual([]);
    expect(keys(secretKey('live'), 'pk_test_canary')).toHaveLength(1);
    expect(keys('sk_test_canary', 'pk_live_canary')).toHaveLength(1);
    expect(keys('pk_test_canary', 'sk_test_canary')).toHaveLength(2);
    const all = [...keys(secretKey('live'), 'pk_test_canary'), ...keys('pk_test_canary', 'sk_test_canary')];
    expect(all.join(' ')).not.toContain('canary');
    expect(
      listErrors({
        ...stripe,
        STRIPE_SECRET_KEY: 'sk_test_a',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_a',
        STRIPE_WEBHOOK_SECRET: 'secret',
      }),
    ).toHaveLength(1);
  });

  test('a shop with the card sandbox does not start on a public address, unless it is a demo', () => {
    for (const address of [
      'https://tools.example.com',
      'https://10.example.com',
      'https://203.0.113.7',
      'https://104.20.1.1',
      'https://100.24.3.4',
      'https://172.160.1.1',
      'https://127.example.com',
      'https://[2001:db8::1]',
      'http://tools.example.com',
      'http://203.0.113.7:3000',
    ])
      expect(listErrors({ PUBLIC_URL: address }), address).toHaveLength(1);
    for (const address of [
      'http://10.0.0.7:3000',
      'https://localhost',
      'https://10.0.0.7',
      'https://172.31.0.1',
      'https://192.168.1.2',
      'https://[::1]',
      'https://shop.local',
      'http://shop:3000',
    ])
      expect(listErrors({ PUBLIC_URL: address }), address).toEqual([]);
    expect(listErrors({ PUBLIC_URL: 'https://tools.example.com', DEMO: 'on' })).toEqual([]);
  });

  test('the Firebase emulator is only accepted on loopback, and never in production', () => {
    const firebase = {
      IDENTITY: 'firebase',
      FIREBASE_PROJECT_ID: 'demo-shop',
      FIREBASE_API_KEY: 'a',
      ADMIN_EMAIL: 'a@example.com',
    };
    const emulator = (host: string, mode?: string) =>
      listErrors({ ...firebase, FIREBASE_AUTH_EMULATOR_HOST: host, NODE_ENV: mode });
    expect(emulator('127.0.0.1:9099', 'test')).toEqual([]);
    expect(emulator('[::1]:9099', 'development')).toEqual([]);
    expect(emulator('127.0.0.1:9099')).toHaveLength(1);
    expect(emulator('127.0.0.1:9099', 'production')).toHaveLength(1);
    for (const host of ['10.0.0.7:9099', '127.0.0.1.example.com:9099', 'emulator:9099', 'http://127.0.0.1:9099'])
      expect(emulator(host, 'test'), host).toHaveLength(1);
    expect(listErrors({ ...firebase, ADMIN_PASSWORD: 'secret sauce' })).toHaveLength(1);
  });

  test('a mail server’s user and password are decoded, or an error says how to write them without repeating them', () => {
    const smtp = (login: string) =>
      listErrors({ SMTP_URL: `smtp://${login}@mail.example`, MAIL_FROM: 'a@example.com' });
    expect(smtp('u:100%25sure')).toEqual([]);
    expect(smtp('shop%40mail.example:p')).toEqual([]);
    for (const login of ['u:100%sure', 'u%zz:canary', 'u:canary%'])
      expect(smtp(login)).toEqual([expect.stringMatching(/^SMTP_URL has a % (?!.*(sure|canary)).*%25$/)]);
  });

  test('keys for features that Firebase has itself are rejected', () => {
    const firebase = { IDENTITY: 'firebase', FIREBASE_PROJECT_ID: 'demo-shop', FIREBASE_API_KEY: 'a' };
    const given = (more: Record<string, string>) => listErrors({ ...firebase, ADMIN_EMAIL: 'a@example.com', ...more });
    expect(given({ SIGN_UP: 'at_once' })).toEqual([]);
    expect(given({ SIGN_UP: 'confirmed' })).toEqual([expect.stringMatching(/^SIGN_UP=confirmed has no effect/)]);
    expect(given({ GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'y' })).toEqual([
      expect.stringMatching(/^GOOGLE_CLIENT_ID has no effect/),
      expect.stringMatching(/^GOOGLE_CLIENT_SECRET has no effect/),
    ]);
    expect(listErrors({ SIGN_UP: 'confirmed' })).toEqual([]);
  });

  test('Google’s discovery document must come over HTTPS, or from this machine', () => {
    for (const address of ['https://id.example', 'http://localhost:8080/x', 'http://127.0.0.1:8080', 'http://[::1]:1'])
      expect(listErrors({ GOOGLE_DISCOVERY_URL: address }), address).toEqual([]);
    for (const address of ['http://id.example', 'http://10.0.0.7', 'http://127.example.com'])
      expect(listErrors({ GOOGLE_DISCOVERY_URL: address }), address).toHaveLength(1);
  });

  test('a sender and a tile address must be well-formed', () => {
    const smtp = { SMTP_URL: 'smtp://mail.example' };
    for (const from of ['shop@example.com', 'The shop <shop@example.com>'])
      expect(listErrors({ ...smtp, MAIL_FROM: from })).toEqual([]);
    for (const from of ['shop', 'a@b.co\r\nBcc: c@d.co', '<a@b.co>'])
      expect(listErrors({ ...smtp, MAIL_FROM: from })).toHaveLength(1);
    const secure = { PUBLIC_URL: 'https://shop.example', DEMO: 'on' };
    const s3 = { ...secure, IMAGES: 's3', S3_BUCKET: 'pics', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' };
    const inside = { S3_ENDPOINT: 'http://minio:9000' };
    expect(listErrors({ ...s3, ...inside, S3_PUBLIC_URL: 'https://cdn.example' })).toEqual([]);
    expect(listErrors({ ...s3, ...inside, PUBLIC_URL: 'http://shop.example' })).toEqual([]);
    for (const [mixed, key] of [
      [{ ...s3, ...inside }, /^S3_PUBLIC_URL must be set/],
      [{ ...s3, S3_PUBLIC_URL: 'http://cdn.example' }, /^S3_PUBLIC_URL must be an https/],
      [{ ...secure, MAP_TILES_URL: 'http://tile.example/{z}/{x}/{y}' }, /^MAP_TILES_URL must be an https/],
    ] as const)
      expect(listErrors(mixed)).toEqual([expect.stringMatching(key)]);
    expect(listErrors({ MAP_TILES_URL: 'https://{s}.tile.example/{z}/{x}/{y}.png' })).toEqual([]);
    for (const tiles of [
      'https://tile.example',
      'https://tile.example/{z}/{x}/{y}.png?key={key}',
      "https://tile.example/{z}/{x}/{y}'; script-src *",
    ])
      expect(listErrors({ MAP_TILES_URL: tiles })).toHaveLength(1);
  });

  test('keys of a system that is not in use are reported, since somebody believes it is', () => {
    expect(listErrors({ STRIPE_SECRET_KEY: 'a' })[0]).toBe(
      'STRIPE_SECRET_KEY must be a secret key (sk_test_…, sk_live_…) or a restricted one (rk_…)',
    );
    expect(listErrors({ STRIPE_PUBLISHABLE_KEY: 'pk_test_a', STRIPE_WEBHOOK_SECRET: 'whsec_canary-1' })).toEqual([
      'STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET have no effect unless PAYMENTS is stripe',
    ]);
    expect(listErrors({ S3_BUCKET: 'tools' })).toEqual(['S3_BUCKET has no effect unless IMAGES is s3']);
    expect(listErrors({ IMGBB_API_KEY: 'a' })).toEqual(['IMGBB_API_KEY has no effect unless IMAGES is imgbb']);
    expect(listErrors({ FIREBASE_API_KEY: 'a' })).toEqual([
      'FIREBASE_API_KEY has no effect unless IDENTITY is firebase',
    ]);
    expect(listErrors({ S3_REGION: 'eu-west-1', S3_PATH_STYLE: 'off' })).toEqual([]);
  });

  test('a storage with an IP address needs the bucket in the path, and the bucket must have a valid name', () => {
    const s3 = { IMAGES: 's3', S3_BUCKET: 'tools', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' };
    for (const endpoint of ['http://127.0.0.1:9000', 'http://[::1]:9000']) {
      expect(listErrors({ ...s3, S3_ENDPOINT: endpoint })).toHaveLength(1);
      expect(listErrors({ ...s3, S3_ENDPOINT: endpoint, S3_PATH_STYLE: 'on' })).toEqual([]);
    }
    expect(listErrors({ ...s3, S3_ENDPOINT: 'https://storage.example' })).toEqual([]);
    expect(listErrors({ ...s3, S3_BUCKET: 'My Bucket/x' })).toHaveLength(1);
  });

  test('archiving the log requires the built-in database, a schedule, and a key pair if there is a key', () => {
    const archiving = { BACKUP_WAL: 'on', BACKUP_TO: '/mnt/backups', BACKUP_SCHEDULE: '03:00' };
    const result = parseEnv({ ...archiving, BACKUP_KEY: `age1${'q'.repeat(58)}` });
    expect(result.ok && result.env.backup).toMatchObject({ wal: true, to: '/mnt/backups' });
    expect(parseEnv({ ...archiving, BACKUP_WAL: 'off' })).not.toHaveProperty('env.backup.wal');
    expect(listErrors({ BACKUP_WAL: 'on' })).toEqual([
      'BACKUP_TO and BACKUP_SCHEDULE must be set when BACKUP_WAL is on',
    ]);
    expect(listErrors({ ...archiving, BACKUP_KEY: 'a long enough passphrase' })).toEqual([
      'BACKUP_KEY must be a half of a key pair (age1…) when BACKUP_WAL is on, instead of a passphrase',
    ]);
    expect(listErrors({ ...archiving, DATABASE_URL: 'postgres://shop@db/shop' })).toEqual([
      'BACKUP_WAL must be off when DATABASE_URL is set: a PostgreSQL of your own archives its log itself',
    ]);
  });

  test('the shop must be at the root of its address', () => {
    expect(listErrors({ PUBLIC_URL: 'http://localhost:3000/shop' })).toHaveLength(1);
    expect(listErrors({ PUBLIC_URL: 'http://localhost:3000?x=1' })).toHaveLength(1);
    expect(listErrors({ PUBLIC_URL: 'http://localhost:3000/' })).toEqual([]);
  });
});
