/*
 * React is CommonJS, which runs where it is first imported. This module is in React's own file, so React runs in that
 * file's task, and not in another one.
 */
import 'react-dom/client';
import 'react/jsx-runtime';
