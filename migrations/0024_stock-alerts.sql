CREATE TABLE "awaited_tools" (
	"tool_id" text PRIMARY KEY NOT NULL,
	"check_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stock_alert_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"alert_id" text NOT NULL,
	"mail_id" text NOT NULL,
	"purpose" text NOT NULL,
	"expires_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	CONSTRAINT "stock_alert_links_purpose_known" CHECK ("stock_alert_links"."purpose" in ('confirm', 'leave'))
);
--> statement-breakpoint
CREATE TABLE "stock_alerts" (
	"id" text PRIMARY KEY NOT NULL,
	"tool_id" text NOT NULL,
	"email" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "stock_alerts_email_lower" CHECK ("stock_alerts"."email" = lower("stock_alerts"."email")),
	CONSTRAINT "stock_alerts_state_known" CHECK ("stock_alerts"."state" in ('pending', 'confirmed', 'sent', 'ended')),
	CONSTRAINT "stock_alerts_confirmed_when" CHECK ("stock_alerts"."state" not in ('confirmed', 'sent') or "stock_alerts"."confirmed_at" is not null),
	CONSTRAINT "stock_alerts_ended_when" CHECK (("stock_alerts"."state" in ('sent', 'ended')) = ("stock_alerts"."ended_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_kind_known";--> statement-breakpoint
ALTER TABLE "awaited_tools" ADD CONSTRAINT "awaited_tools_tool_id_tools_id_fk" FOREIGN KEY ("tool_id") REFERENCES "public"."tools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_alert_links" ADD CONSTRAINT "stock_alert_links_alert_id_stock_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."stock_alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_alert_links" ADD CONSTRAINT "stock_alert_links_mail_id_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mails"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_alerts" ADD CONSTRAINT "stock_alerts_tool_id_tools_id_fk" FOREIGN KEY ("tool_id") REFERENCES "public"."tools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "awaited_tools_due" ON "awaited_tools" USING btree ("check_at");--> statement-breakpoint
CREATE INDEX "stock_alert_links_alert" ON "stock_alert_links" USING btree ("alert_id");--> statement-breakpoint
CREATE INDEX "stock_alert_links_mail" ON "stock_alert_links" USING btree ("mail_id");--> statement-breakpoint
CREATE UNIQUE INDEX "stock_alerts_one_alive" ON "stock_alerts" USING btree ("tool_id","email") WHERE state in ('pending', 'confirmed');--> statement-breakpoint
CREATE INDEX "stock_alerts_confirmed" ON "stock_alerts" USING btree ("tool_id","confirmed_at") WHERE state = 'confirmed';--> statement-breakpoint
CREATE INDEX "stock_alerts_email" ON "stock_alerts" USING btree ("email");--> statement-breakpoint
CREATE INDEX "stock_alerts_expiry" ON "stock_alerts" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind_known" CHECK ("mails"."kind" in ('order_placed', 'order_paid', 'order_shipped', 'order_expired', 'payment_failed', 'payment_refunded', 'confirm_email', 'reset_password', 'account_exists', 'quote_received', 'contact_received', 'enquiry_notice', 'newsletter_confirm', 'newsletter_welcome', 'stock_alert_confirm', 'stock_alert'));--> statement-breakpoint
-- A tool that somebody waits for is due to be looked at when pieces come back or its terms change. Placing an order fires
-- none of these triggers.
CREATE FUNCTION check_awaited_tool() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_table_name = 'tools' THEN
    UPDATE awaited_tools SET check_at = now() WHERE tool_id = new.id;
  ELSE
    UPDATE awaited_tools SET check_at = now() WHERE tool_id = new.tool_id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER stock_adjustments_awaited AFTER INSERT ON stock_adjustments
FOR EACH ROW WHEN (new.delta > 0 AND new.reason <> 'initial') EXECUTE FUNCTION check_awaited_tool();--> statement-breakpoint
-- At the end of its transaction: a row of tools is always locked before that of awaited_tools.
CREATE CONSTRAINT TRIGGER stock_holds_awaited AFTER UPDATE OF state ON stock_holds DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (new.state = 'returned' AND old.state <> 'returned') EXECUTE FUNCTION check_awaited_tool();--> statement-breakpoint
CREATE TRIGGER tools_awaited AFTER UPDATE OF state, min_order_quantity, pack_multiple, max_order_quantity, unit_price_cents, volume_prices ON tools
FOR EACH ROW WHEN ((old.state, old.min_order_quantity, old.pack_multiple, old.max_order_quantity, old.unit_price_cents, old.volume_prices)
  IS DISTINCT FROM (new.state, new.min_order_quantity, new.pack_multiple, new.max_order_quantity, new.unit_price_cents, new.volume_prices))
EXECUTE FUNCTION check_awaited_tool();
