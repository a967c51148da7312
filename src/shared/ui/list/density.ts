import { useState } from 'react';

const COOKIE = 'ironmonger.rows';
/** In seconds: a year. */
const MAX_AGE = 31_536_000;

function readDense(): boolean {
  return document.cookie.split('; ').includes(`${COOKIE}=dense`);
}

/**
 * Whether the lists of the dashboard have low rows, and a function that changes and remembers it. For the browser only:
 * it reads the cookie before the first row is painted.
 */
export function useDenseRows(): [dense: boolean, setDense: (dense: boolean) => void] {
  const [dense, setDense] = useState(readDense);
  return [
    dense,
    (value) => {
      // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
      document.cookie = `${COOKIE}=${value ? 'dense' : ''}; path=/dashboard; max-age=${value ? MAX_AGE : 0}; samesite=lax`;
      setDense(value);
    },
  ];
}
