import { useEffect, useState } from 'react';
import { useCompany } from '#src/shared/company.ts';

/**
 * When an order leaves that is placed now. First it says what is right for as long as a page is cached, and then it
 * follows the clock, with code that only such shops load.
 */
export function LeavesNote() {
  const departures = useCompany().selling?.departures;
  const [text, setText] = useState(departures?.[0]?.text);
  useEffect(() => {
    if (!departures?.length) return;
    const following = import('../follow-departures.ts').then(
      ({ followDepartures }) => followDepartures(departures, setText),
      // The first sentence stays.
      () => () => {},
    );
    return () => void following.then((stop) => stop());
  }, [departures]);
  return text ? <p className="text-fine text-muted">{text}</p> : null;
}
