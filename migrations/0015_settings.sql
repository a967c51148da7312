CREATE TABLE "shop_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"values" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_environment_read" boolean DEFAULT false NOT NULL,
	"changed_at" timestamp with time zone,
	"changed_by" text,
	CONSTRAINT "shop_settings_one_row" CHECK ("shop_settings"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_kind_known";--> statement-breakpoint
ALTER TABLE "stock_holds" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "stock_holds" ADD COLUMN "is_unconfirmed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_settings" ADD CONSTRAINT "shop_settings_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_unpaid" ON "orders" USING btree ("user_id") WHERE state = 'placed';--> statement-breakpoint
CREATE INDEX "stock_holds_network" ON "stock_holds" USING btree ("network","is_unconfirmed") WHERE network is not null;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind_known" CHECK ("mails"."kind" in ('order_placed', 'order_paid', 'order_shipped', 'order_expired', 'payment_failed', 'payment_refunded', 'confirm_email', 'reset_password', 'account_exists', 'quote_received', 'contact_received', 'enquiry_notice', 'newsletter_confirm', 'newsletter_welcome'));--> statement-breakpoint
ALTER TABLE "stock_holds" ADD CONSTRAINT "stock_holds_network_erased" CHECK ("stock_holds"."network" is null or "stock_holds"."state" = 'held');--> statement-breakpoint
INSERT INTO shop_settings DEFAULT VALUES;
--> statement-breakpoint
-- Which bound refuses another unpaid order of this user, or null. An account with limits NULL is not bounded. The locks
-- last until the order is committed: each count, in a snapshot of its own, sees all orders before it. The user's lock
-- always comes before the network's, and both before the tool's row.
CREATE FUNCTION refuse_unpaid_order(
  ordering_user text, from_network text, unconfirmed boolean, account_limit integer, network_limit integer
) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  unpaid integer;
BEGIN
  IF account_limit IS NULL THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('unpaid orders of user ' || ordering_user, 0));
  SELECT count(*) INTO unpaid FROM (
    SELECT FROM orders WHERE user_id = ordering_user AND state = 'placed' LIMIT account_limit
  ) AS own;
  IF unpaid >= account_limit THEN RETURN 'account'; END IF;
  -- The first order of a confirmed account is always allowed.
  IF from_network IS NULL OR (unpaid = 0 AND NOT unconfirmed) THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('unpaid orders of network ' || unconfirmed || from_network, 0));
  SELECT count(*) INTO unpaid FROM (
    SELECT FROM stock_holds WHERE network = from_network AND is_unconfirmed = unconfirmed LIMIT network_limit
  ) AS neighbours;
  IF unpaid >= network_limit THEN RETURN 'network'; END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Where an order came from is known only while its hold can be counted.
CREATE FUNCTION erase_hold_network() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.network := NULL;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER stock_holds_erase_network BEFORE UPDATE ON stock_holds FOR EACH ROW
  WHEN (NEW.state <> 'held' AND NEW.network IS NOT NULL) EXECUTE FUNCTION erase_hold_network();
