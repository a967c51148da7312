/** Dispatched on `window` once the page is hydrated, and once each of its later parts is. */
export const HYDRATED_EVENT = 'shop:hydrated';
/** Dispatched on `window` if a file of the page could not be fetched, so that it is not hydrated yet. */
export const HYDRATION_FAILED_EVENT = 'shop:hydration-failed';
/** The text for people whose press waits for a connection. */
export const WAITING_TEXT = 'No connection. If it comes back within a minute, your choice will go through.';
/** On a part of a page that is not hydrated yet, although the page is. */
export const LATE_ATTRIBUTE = 'data-late';
/** The id of the element that holds the page's module script until hydration begins. */
export const MODULES_ID = 'page-modules';
/** On the element with `MODULES_ID`: the files to preload, separated by spaces. */
export const PRELOADS_ATTRIBUTE = 'data-preloads';
/** On the same element: the file that starts hydration as soon as it runs. */
export const ENTRY_ATTRIBUTE = 'data-entry';
/** On the same element: the page shows nothing without its script, so hydration starts at once. */
export const AT_ONCE_ATTRIBUTE = 'data-at-once';
/** The id of the document's speculation rules, which hydration removes. */
export const SPECULATION_RULES_ID = 'speculation-rules';
