import type { Outcome, ProblemCode } from '#src/shared/problem.ts';
import type { AuthenticatedUser, Caller } from './caller.ts';
import type { Db } from './database.server.ts';
import type { RequestBody } from './http/request-body.server.ts';
import type { Upload, UploadPlaces } from './http/upload-places.server.ts';
import type { Log } from './log.server.ts';
import type { RateLimits } from './rate-limits.server.ts';

/** The variables that every handler finds in `c.var`. */
export interface ApiEnv {
  Variables: {
    db: Db;
    limits: RateLimits;
    log: Log;
    requestId: string;
    /** The code of the problem that was sent, for the log. */
    problem: ProblemCode;
    /** The client's address. IPv6 is shortened to its /56, since one subscriber may have all of it. */
    clientAddress: string;
    /** The unread body; undefined if the request has none. `c.req` has it once `receiveBody` has run. */
    body: RequestBody | undefined;
    uploads: UploadPlaces;
    /** Set on routes that take a file. */
    upload: Upload;
    /** Looks up the caller in the database. The app provides it, so that features need not know about identity. */
    authenticate: (authorization: string | undefined) => Promise<Outcome<AuthenticatedUser>>;
    /** Whether an image exists at this address, as far as the shop can know. The app provides it, too. */
    imageExists: (address: string) => Promise<boolean>;
    /**
     * Empties image addresses on other servers: such a server would learn who views the image, and could replace it.
     * The app provides it, too.
     */
    stripForeignImages: <T extends { image: string }>(rows: T[]) => Promise<T[]>;
    /** Set once the guard of `defineRoute` has let the request through. Absent on public routes. */
    caller: Caller;
  };
}
