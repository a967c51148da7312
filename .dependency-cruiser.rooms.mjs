// @ts-check

/**
 * The rooms of each folder, lowest first: a room may import only the rooms before it. A room that is not listed imports
 * no other.
 */
const ROOMS = {
  'src/features/catalogue': ['tool', 'search', 'range', 'keeping', 'bulk'],
  'src/flows': [
    'images',
    'taxes',
    'imports',
    'exports',
    'purchases',
    'papers',
    'refunds',
    'payments',
    'cancellations',
    'checkout',
    'shipments',
    'accounts',
    'personal-data',
    'overview',
  ],
};

/** @param {string} name @param {string} from @param {string} to @returns {import('dependency-cruiser').IForbiddenRuleType} */
const forbid = (name, from, to) => ({ name, severity: 'error', from: { path: from }, to: { path: to } });

export default {
  forbidden: Object.entries(ROOMS).flatMap(([folder, rooms]) => [
    forbid(`${folder}-files-import-no-room`, `^${folder}/[^/]+$`, `^${folder}/[^/]+/`),
    forbid(
      `${folder}-other-rooms-stand-alone`,
      `^${folder}/(?!(?:${rooms.join('|')})/)([^/]+)/`,
      `^${folder}/(?!$1/)[^/]+/`,
    ),
    ...rooms.map((room, place) =>
      forbid(
        `${folder}/${room}-imports-rooms-before-it`,
        `^${folder}/${room}/`,
        `^${folder}/(?!(?:${rooms.slice(0, place + 1).join('|')})/)[^/]+/`,
      ),
    ),
  ]),
};
