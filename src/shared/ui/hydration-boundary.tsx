import { type ReactNode, type RefObject, Suspense, use, useEffect, useEffectEvent, useRef, useState } from 'react';
import { HYDRATED_EVENT, LATE_ATTRIBUTE } from '#src/shared/hydration/hydration-events.ts';
import { whenIdle } from '#src/shared/hydration/when-idle.ts';
import { useHydrated } from './use-hydrated.ts';

/** How long to wait for an idle moment, in ms. */
const MAX_IDLE_WAIT_MS = 500;

/**
 * A part of a page below its first screen. React hydrates it later, in a separate idle moment: hydrating a whole page
 * keeps a phone busy for longer than a tap may wait. An update that concerns this part hydrates it at once.
 */
export function HydrationBoundary({ className = '', children }: { className?: string; children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  const isFirstAttempt = useRef(true);
  const [turn] = useState(() => Promise.withResolvers<void>());
  useEffect(() => queueHydration(turn.resolve), [turn]);
  return (
    <div ref={part} className={className} {...{ [LATE_ATTRIBUTE]: '' }}>
      <Suspense>
        <AwaitTurn turn={turn.promise} isFirstAttempt={isFirstAttempt}>
          {children}
          <HydrationSignal onHydrated={() => part.current?.removeAttribute(LATE_ATTRIBUTE)} />
        </AwaitTurn>
      </Suspense>
    </div>
  );
}

/**
 * Waits only once, and only while the server's HTML is in its place. React retries with each update around it, such as
 * a navigation, and shows none of them until it is through.
 */
function AwaitTurn({
  turn,
  isFirstAttempt,
  children,
}: {
  turn: Promise<void>;
  isFirstAttempt: RefObject<boolean>;
  children: ReactNode;
}) {
  const hydrated = useHydrated();
  if (typeof document !== 'undefined' && !hydrated && isFirstAttempt.current) {
    isFirstAttempt.current = false;
    use(turn);
  }
  // No hook may follow, since React would not expect it in a second attempt.
  return children;
}

function HydrationSignal({ onHydrated }: { onHydrated: () => void }) {
  const announce = useEffectEvent(() => {
    onHydrated();
    dispatchEvent(new Event(HYDRATED_EVENT));
  });
  useEffect(() => announce(), []);
  return null;
}

const turns = new Set<() => void>();

/** Calls back in an idle moment, a separate one for each caller. Returns a function that cancels this. */
function queueHydration(begin: () => void): () => void {
  turns.add(begin);
  if (turns.size === 1) awaitIdle();
  return () => turns.delete(begin);
}

function awaitIdle(): void {
  whenIdle(() => {
    const [begin] = turns;
    if (!begin) return;
    turns.delete(begin);
    begin();
    if (turns.size > 0) awaitIdle();
  }, MAX_IDLE_WAIT_MS);
}
