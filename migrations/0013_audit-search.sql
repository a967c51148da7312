DROP INDEX "audit_events_by_name";--> statement-breakpoint
-- Orders are nearly all of the log, and each would pay for this index: they are found by address and id.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX audit_events_searched ON audit_events USING gin (lower(coalesce(actor_email, '') || E'\n' || subject_name || E'\n' || subject_id) gin_trgm_ops) WHERE subject <> 'order';
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
  RAISE NOTICE 'searching is not indexed: %', SQLERRM;
END $$;
