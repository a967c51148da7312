/*
 * React is CommonJS, which runs where it is first imported. This module stands in React's own file. So React runs in the
 * task of that file, and not in that of another.
 */
import 'react-dom/client';
import 'react/jsx-runtime';
