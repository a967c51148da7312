import { deferHydration } from './defer-hydration.ts';
import { captureEarlyEvents } from './early-events.ts';
import { keepSessionMarked } from './mark-session.ts';

/*
 * Runs in the head of every page, before its body is parsed. It is part of the document, so every byte delays the first
 * paint: it only imports the small modules beside it.
 */
keepSessionMarked();
captureEarlyEvents(deferHydration());
