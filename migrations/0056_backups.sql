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
ALTER TABLE "mails" DROP CONSTRAINT "mails_kind_known";--> statement-breakpoint
CREATE INDEX "backups_made_at" ON "backups" USING btree ("made_at");--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind_known" CHECK ("mails"."kind" in ('order_placed', 'order_paid', 'order_shipped', 'shipment_corrected', 'order_expired', 'order_canceled', 'cancel_declined', 'payment_failed', 'payment_refunded', 'refund_failed', 'confirm_email', 'reset_password', 'account_exists', 'quote_received', 'contact_received', 'enquiry_notice', 'shop_notice', 'stock_notice', 'backup_failed', 'newsletter_confirm', 'newsletter_welcome', 'stock_alert_confirm', 'stock_alert'));