ALTER TABLE "images" ADD COLUMN "generation" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "recompressed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "images_not_recompressed" ON "images" USING btree ("id") WHERE not "images"."recompressed" and "images"."storage" <> 'imgbb';--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_generation_known" CHECK ("images"."generation" in (1, 2));