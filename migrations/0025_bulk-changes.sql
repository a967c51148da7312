CREATE TABLE "bulk_change_rows" (
	"bulk_change_id" text NOT NULL,
	"tool_id" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	CONSTRAINT "bulk_change_rows_bulk_change_id_tool_id_pk" PRIMARY KEY("bulk_change_id","tool_id"),
	CONSTRAINT "bulk_change_rows_differ" CHECK ("bulk_change_rows"."before" <> "bulk_change_rows"."after")
);
--> statement-breakpoint
CREATE TABLE "bulk_changes" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "bulk_changes_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"change" jsonb NOT NULL,
	"count" integer NOT NULL,
	"made_by" text NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"idempotency_key" text,
	"fingerprint" text NOT NULL,
	"undone_by" text,
	"undone_at" timestamp with time zone,
	CONSTRAINT "bulk_changes_seq_unique" UNIQUE("seq"),
	CONSTRAINT "bulk_changes_kind" CHECK ("bulk_changes"."kind" in ('price', 'stock', 'state', 'category') and "bulk_changes"."kind" = "bulk_changes"."change"->>'kind'),
	CONSTRAINT "bulk_changes_count_positive" CHECK ("bulk_changes"."count" > 0),
	CONSTRAINT "bulk_changes_undone" CHECK (("bulk_changes"."undone_by" is null) = ("bulk_changes"."undone_at" is null))
);
--> statement-breakpoint
ALTER TABLE "bulk_change_rows" ADD CONSTRAINT "bulk_change_rows_bulk_change_id_bulk_changes_id_fk" FOREIGN KEY ("bulk_change_id") REFERENCES "public"."bulk_changes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_change_rows" ADD CONSTRAINT "bulk_change_rows_tool_id_tools_id_fk" FOREIGN KEY ("tool_id") REFERENCES "public"."tools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_changes_by_kind" ON "bulk_changes" USING btree ("kind","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "bulk_changes_idempotency" ON "bulk_changes" USING btree ("made_by","idempotency_key") WHERE idempotency_key is not null;--> statement-breakpoint
-- What bulk changes are searched in; without the extension a search reads the whole table instead.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX bulk_changes_searched ON bulk_changes USING gin (lower(made_by) gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
  RAISE NOTICE 'searching is not indexed: %', SQLERRM;
END $$;
