ALTER TABLE "images" ADD COLUMN "store" text DEFAULT 'local' NOT NULL;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "host_address" text;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "delete_address" text;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "under_way" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "images_host_address" ON "images" USING btree ("host_address") WHERE "images"."host_address" is not null;--> statement-breakpoint
CREATE INDEX "images_under_way" ON "images" USING btree ("created_at") WHERE "images"."under_way";--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_store_known" CHECK ("images"."store" in ('local', 'imgbb', 's3'));