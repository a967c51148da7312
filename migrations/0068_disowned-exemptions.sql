ALTER TABLE "exemptions" ADD COLUMN "disowned_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "addresses_by_vat_id" ON "addresses" USING btree ("vat_id") WHERE vat_id <> '';--> statement-breakpoint
ALTER TABLE "exemptions" ADD CONSTRAINT "exemptions_disowned" CHECK ("exemptions"."disowned_at" is null or "exemptions"."state" = 'withdrawn');