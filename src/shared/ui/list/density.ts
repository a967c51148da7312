import { useState } from 'react';
import { isRemembered, rememberChoice } from '../../choice-cookie.ts';

const [NAME, DENSE] = ['rows', 'dense'];

/**
 * Whether the lists of the dashboard have low rows, and a function that changes and remembers it. For the browser only:
 * it reads the cookie before the first row is painted.
 */
export function useDenseRows(): [dense: boolean, setDense: (dense: boolean) => void] {
  const [dense, setDense] = useState(() => isRemembered(document.cookie, NAME, DENSE));
  return [
    dense,
    (value) => {
      rememberChoice(NAME, value ? DENSE : null, '/dashboard');
      setDense(value);
    },
  ];
}
