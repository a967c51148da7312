import '#src/shared/hydration/evaluate-react.ts';
import { StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { HYDRATED_EVENT, SPECULATION_RULES_ID } from '#src/shared/hydration/hydration-events.ts';

// In the document the style sheet is text. Here Vite replaces it while somebody edits it.
if (import.meta.env.DEV) void import('./app.css');

/** Says that the page is hydrated: the early script then repeats what was pressed before. */
function HydrationSignal() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = '';
    // From here on the router fetches ahead, and it needs no documents.
    document.getElementById(SPECULATION_RULES_ID)?.remove();
    dispatchEvent(new Event(HYDRATED_EVENT));
  }, []);
  return null;
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
      <HydrationSignal />
    </StrictMode>,
  );
});
