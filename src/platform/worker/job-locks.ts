/** The name of the advisory lock under which one process at a time runs a scheduled job. */
export const toJobLock = (job: string): string => `job:${job}`;

/** The job that deletes what nothing refers to any more, such as the files of removed images. */
export const CLEAN_UP_JOB = 'clean up';

/** Held by the process that archives the log of the built-in database, as long as it lives. */
export const ARCHIVE_LOCK = 'archive the log';
