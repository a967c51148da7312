/** The name of the advisory lock under which one process at a time runs a scheduled job. */
export const toJobLock = (job: string): string => `job:${job}`;

/** The job that deletes what nothing refers to any more, such as the files of removed images. */
export const CLEAN_UP_JOB = 'clean up';
