import type { Pool } from 'pg';
import type { CardProvider } from '#src/features/payments/provider.server.ts';
import type { Db } from '#src/platform/database.server.ts';
import type { KeptAnswers } from '#src/platform/kept.server.ts';
import type { Log } from '#src/platform/log.server.ts';

/** What the flows work with. */
export interface Shop {
  db: Db;
  /** The connections behind `db`, for statements written out by hand. */
  pool: Pool;
  kept: KeptAnswers;
  log: Log;
  provider: CardProvider;
  publicUrl: string;
  /** How long an unpaid order keeps its stock. */
  holdHours: number;
}
