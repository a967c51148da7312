-- Names that misled, replaced by the words their field uses. Renaming changes the catalog alone; of the rows, only
-- mails that were not sent are written anew. The checks, indexes and foreign keys of a column follow its name.
ALTER TABLE "payments" RENAME COLUMN "asked_at" TO "provider_checked_at";--> statement-breakpoint
ALTER TABLE "payments" RENAME COLUMN "money_read_at" TO "refunds_synced_at";--> statement-breakpoint
ALTER TABLE "payments" RENAME COLUMN "checked_at" TO "claimed_at";--> statement-breakpoint
ALTER INDEX "payments_differ" RENAME TO "payments_out_of_sync";--> statement-breakpoint
ALTER TABLE "tools" RENAME COLUMN "picture" TO "image";--> statement-breakpoint
ALTER TABLE "orders" RENAME COLUMN "img" TO "image";--> statement-breakpoint
ALTER TABLE "orders" RENAME CONSTRAINT "orders_given_back" TO "orders_refund_bounds";--> statement-breakpoint
ALTER TABLE "images" RENAME COLUMN "under_way" TO "uploading";--> statement-breakpoint
ALTER TABLE "images" RENAME COLUMN "store" TO "storage";--> statement-breakpoint
ALTER TABLE "images" RENAME COLUMN "host_address" TO "hosted_url";--> statement-breakpoint
ALTER TABLE "images" RENAME COLUMN "delete_address" TO "delete_url";--> statement-breakpoint
ALTER TABLE "images" RENAME CONSTRAINT "images_store_known" TO "images_storage_known";--> statement-breakpoint
ALTER INDEX "images_host_address" RENAME TO "images_hosted_url";--> statement-breakpoint
ALTER INDEX "images_under_way" RENAME TO "images_uploading";--> statement-breakpoint
ALTER TABLE "quotes" RENAME COLUMN "open_key" TO "dedupe_key";--> statement-breakpoint
ALTER TABLE "quotes" RENAME CONSTRAINT "quotes_open_key" TO "quotes_dedupe_key";--> statement-breakpoint
ALTER TABLE "quotes" RENAME CONSTRAINT "quotes_done_not_open" TO "quotes_done_has_no_dedupe_key";--> statement-breakpoint
ALTER TABLE "contact_messages" RENAME COLUMN "open_key" TO "dedupe_key";--> statement-breakpoint
ALTER TABLE "contact_messages" RENAME CONSTRAINT "contact_messages_open_key" TO "contact_messages_dedupe_key";--> statement-breakpoint
ALTER TABLE "contact_messages" RENAME CONSTRAINT "contact_messages_done_not_open" TO "contact_messages_done_has_no_dedupe_key";--> statement-breakpoint
ALTER TABLE "card_sandbox"."payment_methods" RENAME COLUMN "behaviour" TO "behavior";--> statement-breakpoint
ALTER TABLE "mails" RENAME COLUMN "about" TO "dedupe_key";--> statement-breakpoint
ALTER TABLE "mails" RENAME CONSTRAINT "mails_have_words" TO "mails_have_content";--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_state_known";--> statement-breakpoint
DROP INDEX "mails_dead";--> statement-breakpoint
ALTER TABLE "mails" ALTER COLUMN "state" SET DEFAULT 'stored';--> statement-breakpoint
UPDATE "mails" SET "state" = CASE "state" WHEN 'kept' THEN 'stored' ELSE 'failed' END WHERE "state" IN ('kept', 'dead');--> statement-breakpoint
CREATE INDEX "mails_failed" ON "mails" USING btree ("seq") WHERE state = 'failed';--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_state_known" CHECK ("mails"."state" in ('waiting', 'sent', 'stored', 'failed'));--> statement-breakpoint
-- The rules of migration 0001, under names that say what was tried.
ALTER FUNCTION refuse_order_change() RENAME TO reject_order_change;--> statement-breakpoint
CREATE OR REPLACE FUNCTION reject_order_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'orders are never deleted' USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_never_deleted';
  END IF;
  IF OLD.state IS DISTINCT FROM NEW.state AND (OLD.state, NEW.state) NOT IN
     (('placed', 'paid'), ('placed', 'deleted'), ('placed', 'expired'), ('paid', 'shipped')) THEN
    RAISE EXCEPTION 'an order cannot go from % to %', OLD.state, NEW.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_transition';
  END IF;
  IF (OLD.user_id, OLD.tool_id, OLD.quantity, OLD.unit_price_cents, OLD.total_cents, OLD.currency)
     IS DISTINCT FROM (NEW.user_id, NEW.tool_id, NEW.quantity, NEW.unit_price_cents, NEW.total_cents, NEW.currency)
     OR (OLD.transaction_id IS NOT NULL AND OLD.transaction_id IS DISTINCT FROM NEW.transaction_id) THEN
    RAISE EXCEPTION 'the terms of an order cannot change' USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_terms_fixed';
  END IF;
  RETURN NEW;
END $$;
