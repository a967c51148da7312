ALTER TABLE "imports" ADD COLUMN "crashed_at_row" integer;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "crashes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "stored_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "imports_stored" ON "imports" USING btree ("made_by","stored_bytes") WHERE stored_bytes > 0;--> statement-breakpoint
-- What imports take that are not over. The sizes of pieces are known without reading them.
UPDATE "imports" i SET "stored_bytes" = coalesce((
  SELECT sum(octet_length(p."content")) FROM "import_pieces" p WHERE p."import_id" = i."id"
), 0) WHERE i."state" NOT IN ('done', 'undone');
