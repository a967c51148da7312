ALTER TABLE "reviews" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "taken_down_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "taken_down_reason" text;--> statement-breakpoint
CREATE INDEX "reviews_published" ON "reviews" USING btree ("seq") WHERE taken_down_at is null;--> statement-breakpoint
CREATE INDEX "reviews_taken_down" ON "reviews" USING btree ("seq") WHERE taken_down_at is not null;--> statement-breakpoint
CREATE INDEX "reviews_by_writer" ON "reviews" USING btree ("user_id","seq");--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_taken_down_reason" CHECK (("reviews"."taken_down_at" is null) = ("reviews"."taken_down_reason" is null));--> statement-breakpoint
-- What an admin searches reviews in; without the extension a search reads the whole table instead.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX reviews_searched ON reviews USING gin (lower(title || E'\n' || about || E'\n' || display_name || E'\n' || company) gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
  RAISE NOTICE 'searching is not indexed: %', SQLERRM;
END $$;
