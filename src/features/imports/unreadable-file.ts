/** A file that cannot be read as CSV. The message is for people, names the row or the byte, and says what to do. */
export class UnreadableFile extends Error {}
