// The server's steps continue the launcher's list, so both print with the launcher's file.
export { step } from '../../scripts/progress.mjs';
