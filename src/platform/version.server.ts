import manifest from '../../package.json' with { type: 'json' };

/** The version of the shop, as in the changelog. */
export const VERSION = manifest.version;
