ALTER TABLE "mails" DROP CONSTRAINT "mails_kind_known";--> statement-breakpoint
ALTER TABLE "papers" DROP CONSTRAINT "papers_kind_known";--> statement-breakpoint
ALTER TABLE "papers" DROP CONSTRAINT "papers_counted";--> statement-breakpoint
ALTER TABLE "refund_lines" DROP CONSTRAINT "refund_lines_bounds";--> statement-breakpoint
DROP INDEX "papers_one_of_refund";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "canceled_quantity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "papers" ADD COLUMN "corrects_id" text;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD COLUMN "canceled_quantity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "papers" ADD CONSTRAINT "papers_corrects_id_papers_id_fk" FOREIGN KEY ("corrects_id") REFERENCES "public"."papers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "papers_refund" ON "papers" USING btree ("refund_id") WHERE refund_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "papers_one_correction" ON "papers" USING btree ("corrects_id") WHERE corrects_id is not null;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind_known" CHECK ("mails"."kind" in ('order_placed', 'order_paid', 'order_shipped', 'shipment_corrected', 'order_expired', 'order_canceled', 'cancel_declined', 'payment_failed', 'payment_refunded', 'refund_failed', 'confirm_email', 'reset_password', 'account_exists', 'quote_received', 'contact_received', 'enquiry_notice', 'shop_notice', 'stock_notice', 'newsletter_confirm', 'newsletter_welcome', 'stock_alert_confirm', 'stock_alert'));--> statement-breakpoint
ALTER TABLE "papers" ADD CONSTRAINT "papers_debit_note_corrects" CHECK (("papers"."kind" = 'debit_note') = ("papers"."corrects_id" is not null));--> statement-breakpoint
ALTER TABLE "papers" ADD CONSTRAINT "papers_kind_known" CHECK ("papers"."kind" in ('confirmation', 'receipt', 'invoice', 'delivery_note', 'credit_note', 'debit_note'));--> statement-breakpoint
ALTER TABLE "papers" ADD CONSTRAINT "papers_counted" CHECK (("papers"."kind" in ('invoice', 'credit_note', 'debit_note')) = ("papers"."count" is not null) and ("papers"."count" is not null) = ("papers"."year" is not null));--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_bounds" CHECK ("refund_lines"."quantity" > 0 and "refund_lines"."amount_cents" >= 0 and "refund_lines"."restocked_quantity" between 0 and "refund_lines"."quantity" and "refund_lines"."canceled_quantity" between 0 and "refund_lines"."quantity");--> statement-breakpoint
-- Until now pieces that had not left were refunded before those that had.
UPDATE orders SET canceled_quantity = least(refunded_quantity, quantity - shipped_quantity) WHERE refunded_quantity > 0;
--> statement-breakpoint
UPDATE refund_lines l SET canceled_quantity = split.canceled
FROM (
  SELECT n.refund_id, n.order_id,
    greatest(0, least(n.quantity, o.canceled_quantity - sum(n.quantity) OVER (PARTITION BY n.order_id ORDER BY r.seq) + n.quantity))
      AS canceled
  FROM refund_lines n JOIN refunds r ON r.id = n.refund_id JOIN orders o ON o.id = n.order_id
  WHERE r.state <> 'failed'
) AS split
WHERE split.refund_id = l.refund_id AND split.order_id = l.order_id AND split.canceled > 0;
