ALTER TABLE "users" ADD COLUMN "owner" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "disabled_reason" text;--> statement-breakpoint
CREATE INDEX "users_owners" ON "users" USING btree ("seq") WHERE owner;--> statement-breakpoint
CREATE INDEX "users_disabled" ON "users" USING btree ("seq") WHERE disabled_at is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_owner_admin" CHECK (not "users"."owner" or "users"."role" = 'admin');--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_disabled_reason" CHECK ("users"."disabled_reason" is null or "users"."disabled_at" is not null);--> statement-breakpoint
-- Mails from before templates hold their links in the text, which every admin can search.
UPDATE "mails" SET "text" = regexp_replace("text", 'https?://\S+', '[link]', 'g') WHERE "state" <> 'waiting' AND "text" ~ 'https?://' AND "kind" IN ('confirm_email', 'reset_password', 'newsletter_confirm', 'newsletter_welcome');
