CREATE TABLE "backups" (
	"id" text PRIMARY KEY NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"place" text NOT NULL,
	"name" text,
	"bytes" bigint,
	"error" text,
	CONSTRAINT "backups_made_or_failed" CHECK (num_nonnulls("backups"."name", "backups"."bytes") = case when "backups"."error" is null then 2 else 0 end)
);
--> statement-breakpoint
CREATE INDEX "backups_made_at" ON "backups" USING btree ("made_at");