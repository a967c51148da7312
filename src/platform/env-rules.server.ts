/** The environment as it was given; an empty key is not given. */
export type EnvSource = Record<string, string | undefined>;

/** What a hosted system cannot do without, by the key and the kind that asks for it. */
const REQUIRED_KEYS: Record<string, Record<string, string[]>> = {
  IDENTITY: { firebase: ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY', 'ADMIN_EMAIL'] },
  PAYMENTS: { stripe: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] },
  IMAGES: { imgbb: ['IMGBB_API_KEY'], s3: ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] },
};

/** Keys that mean nothing alone. */
const PAIRED_KEYS: [string, string][] = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['GOOGLE_CLIENT_SECRET', 'GOOGLE_CLIENT_ID'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['MAIL_FROM', 'SMTP_URL'],
  ['FIREBASE_AUTH_EMULATOR_HOST', 'FIREBASE_PROJECT_ID'],
];

/** What no key alone can be blamed for. Looks at what was given, so that it is told along with all other faults. */
export function checkKeyCombinations(source: EnvSource): string[] {
  const errors: string[] = [];
  for (const [key, kinds] of Object.entries(REQUIRED_KEYS)) {
    const kind = source[key] ?? '';
    for (const needed of kinds[kind] ?? [])
      if (!source[needed]) errors.push(`${needed} must be set when ${key} is ${kind}`);
  }
  for (const [key, other] of PAIRED_KEYS)
    if (source[key] && !source[other]) errors.push(`${other} must be set when ${key} is`);
  return [
    ...errors,
    ...checkAdmin(source),
    ...checkSignIn(source),
    ...checkSmtp(source),
    ...checkEmulator(source),
    ...checkStripeKeys(source),
    ...checkSandbox(source),
    ...checkMixedContent(source),
    ...checkPathStyle(source),
    ...checkUnusedKeys(source),
  ];
}

function checkAdmin(source: EnvSource): string[] {
  if (source.IDENTITY === 'firebase') {
    return source.ADMIN_PASSWORD
      ? ['ADMIN_PASSWORD must not be set when IDENTITY is firebase: the admin signs in there, with ADMIN_EMAIL']
      : [];
  }
  if (source.ADMIN_PASSWORD && !source.ADMIN_EMAIL) return ['ADMIN_EMAIL must be set when ADMIN_PASSWORD is'];
  if (source.ADMIN_EMAIL && !source.ADMIN_PASSWORD) return ['ADMIN_PASSWORD must be set when ADMIN_EMAIL is'];
  return [];
}

/** What asks for nothing would be believed to work; and the client secret goes to whom the description names. */
function checkSignIn(source: EnvSource): string[] {
  const { IDENTITY, SIGN_UP, GOOGLE_DISCOVERY_URL = '' } = source;
  const errors: string[] = [];
  if (IDENTITY === 'firebase') {
    if (SIGN_UP === 'confirmed')
      errors.push('SIGN_UP confirmed has no effect when IDENTITY is firebase: people sign up there. Take it out');
    for (const key of ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'])
      if (source[key])
        errors.push(
          `${key} has no effect when IDENTITY is firebase: turn Google on in the Firebase console. Take it out`,
        );
  }
  if (URL.canParse(GOOGLE_DISCOVERY_URL)) {
    const { protocol, hostname } = new URL(GOOGLE_DISCOVERY_URL);
    if (protocol === 'http:' && !LOOPBACK.test(hostname))
      errors.push('GOOGLE_DISCOVERY_URL must be an https address: the client secret would travel in clear');
  }
  return errors;
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Never repeats the password, nor what stands around it. */
function checkSmtp({ SMTP_URL = '' }: EnvSource): string[] {
  if (!URL.canParse(SMTP_URL)) return [];
  const { username, password } = new URL(SMTP_URL);
  try {
    decodeURIComponent(username + password);
    return [];
  } catch {
    return ['SMTP_URL has a % in its user or password that does not begin a code as %40 does; write % itself as %25'];
  }
}

/** The emulator's tokens are not signed: whoever reaches the shop could be anyone. */
function checkEmulator(source: EnvSource): string[] {
  if (!source.FIREBASE_AUTH_EMULATOR_HOST || (source.NODE_ENV ?? 'production') !== 'production') return [];
  return ['FIREBASE_AUTH_EMULATOR_HOST must not be set in production; set NODE_ENV to development or test'];
}

const KEY_PATTERNS: [key: string, form: RegExp, sentence: string][] = [
  [
    'STRIPE_SECRET_KEY',
    /^(sk|rk)_(test|live)_\w+$/,
    'must be a secret key (sk_test_…, sk_live_…) or a restricted one (rk_…)',
  ],
  ['STRIPE_PUBLISHABLE_KEY', /^pk_(test|live)_\w+$/, 'must be a publishable key (pk_test_… or pk_live_…)'],
  ['STRIPE_WEBHOOK_SECRET', /^whsec_\S{8,}$/, 'must be the signing secret of a webhook endpoint (whsec_…)'],
];

/** A key in the wrong place, or a live one beside a test one. Never repeats a key. */
function checkStripeKeys(source: EnvSource): string[] {
  const errors: string[] = [];
  for (const [key, form, sentence] of KEY_PATTERNS) {
    const value = source[key];
    if (value && !form.test(value)) errors.push(`${key} ${sentence}`);
  }
  const modes = [source.STRIPE_SECRET_KEY, source.STRIPE_PUBLISHABLE_KEY].map(
    (key) => /^[a-z]+_(test|live)_/.exec(key ?? '')?.[1],
  );
  if (modes[0] && modes[1] && modes[0] !== modes[1])
    errors.push(
      `STRIPE_SECRET_KEY is a ${modes[0]} key and STRIPE_PUBLISHABLE_KEY a ${modes[1]} key; take both from one mode`,
    );
  return errors;
}

/** Where real customers come by, a shop whose cards move no money would give its tools away. */
function checkSandbox(source: EnvSource): string[] {
  const { PUBLIC_URL = '', PAYMENTS = 'sandbox', DEMO } = source;
  if (PAYMENTS !== 'sandbox' || DEMO === 'on' || !isPublicHttps(PUBLIC_URL)) return [];
  return ['PAYMENTS sandbox moves no money, and PUBLIC_URL is a public address; set PAYMENTS to stripe, or DEMO to on'];
}

/** A bucket stands before a host's name; before a number it cannot. */
function checkPathStyle({ IMAGES, S3_ENDPOINT = '', S3_PATH_STYLE }: EnvSource): string[] {
  if (IMAGES !== 's3' || S3_PATH_STYLE === 'on' || !URL.canParse(S3_ENDPOINT)) return [];
  const { hostname } = new URL(S3_ENDPOINT);
  const isNumber = /^(\[.*\]|[\d.]+)$/.test(hostname);
  return isNumber ? ['S3_PATH_STYLE must be on: S3_ENDPOINT is a number, so the bucket cannot stand before it'] : [];
}

/** Keys of a system that is not switched on: somebody believes that it is. */
const UNUSED_KEYS: [prefix: RegExp, key: string, kind: string][] = [
  [/^STRIPE_/, 'PAYMENTS', 'stripe'],
  [/^IMGBB_/, 'IMAGES', 'imgbb'],
  [/^S3_(BUCKET|ENDPOINT|ACCESS_KEY_ID|SECRET_ACCESS_KEY|PUBLIC_URL)$/, 'IMAGES', 's3'],
  [/^FIREBASE_/, 'IDENTITY', 'firebase'],
];

function checkUnusedKeys(source: EnvSource): string[] {
  return UNUSED_KEYS.flatMap(([prefix, key, kind]) => {
    const idle = Object.keys(source).filter((name) => prefix.test(name));
    return idle.length === 0 || source[key] === kind
      ? []
      : [`${idle.join(', ')} ${idle.length > 1 ? 'have' : 'has'} no effect unless ${key} is ${kind}`];
  });
}

/** A browser shows no picture over http on a page that came over https. */
function checkMixedContent(source: EnvSource): string[] {
  if (!source.PUBLIC_URL?.startsWith('https:')) return [];
  const plain = (key: string) => source[key]?.startsWith('http:') ?? false;
  const errors: string[] = [];
  for (const key of ['MAP_TILES_URL', 'S3_PUBLIC_URL'])
    if (plain(key)) errors.push(`${key} must be an https address, since PUBLIC_URL is one`);
  if (source.IMAGES === 's3' && plain('S3_ENDPOINT') && !source.S3_PUBLIC_URL)
    errors.push('S3_PUBLIC_URL must be set to an https address: PUBLIC_URL is one, and S3_ENDPOINT is not');
  return errors;
}

const PRIVATE_HOST =
  /^(localhost|.*\.(localhost|local|internal|test|lan|home\.arpa)|(127|10|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254)\.[.\d]+|\[(::1|f[cd][0-9a-f]{2}:.*|fe80:.*)\])$/i;

function isPublicHttps(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' && !PRIVATE_HOST.test(hostname);
}

/** `shop@example.com`, or `Shop <shop@example.com>`; on one line, since it becomes a header. */
export function isSender(value: string): boolean {
  return SENDER.test(value);
}

const SENDER = /^(?:(?<name>[^<>\r\n"]{1,100}) <(?<address>[^\s<>@]+@[^\s<>@]+)>|[^\s<>@]+@[^\s<>@]+)$/;

/** In its two parts: a name may hold what means something else in a header, as a colon or a comma. */
export function parseSender(value: string): { name: string; address: string } {
  const { name, address } = SENDER.exec(value)?.groups ?? {};
  return { name: name?.trim() ?? '', address: address ?? value };
}

/** The shop's pages stand at the root of their address. */
export function isOrigin(value: string): boolean {
  return URL.canParse(value) && new URL(value).origin === new URL(value).href.replace(/\/$/, '');
}

/** The address of map tiles, as Leaflet takes it. */
export function isTileTemplate(value: string): boolean {
  const named: string[] = value.match(/\{[^}]*\}/g) ?? [];
  return (
    /^https?:\/\/[^\s'"<>;,]+$/.test(value) &&
    ['{z}', '{x}', '{y}'].every((part) => named.includes(part)) &&
    // Anything else in braces would stop the map in the browser.
    named.every((part) => /^\{[zxysr]\}$/.test(part))
  );
}
