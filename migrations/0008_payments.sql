CREATE TABLE "card_sandbox"."disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "card_sandbox"."disputes_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"charge" text NOT NULL,
	"payment_intent" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"evidence" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"due_by" timestamp with time zone NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "disputes_seq" UNIQUE("seq"),
	CONSTRAINT "disputes_one_per_charge" UNIQUE("charge"),
	CONSTRAINT "disputes_id" CHECK ("card_sandbox"."disputes"."id" ~ '^du_[A-Za-z0-9]{24}$'),
	CONSTRAINT "disputes_amount" CHECK ("card_sandbox"."disputes"."amount" > 0),
	CONSTRAINT "disputes_status" CHECK ("card_sandbox"."disputes"."status" in ('warning_needs_response', 'warning_closed', 'needs_response', 'won', 'lost'))
);
--> statement-breakpoint
CREATE TABLE "payment_disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"status" text NOT NULL,
	"reason" text NOT NULL,
	"due_by" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_refunds_amount_positive" CHECK ("payment_refunds"."amount_cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_kind_known";--> statement-breakpoint
DROP INDEX "mails_order_event";--> statement-breakpoint
ALTER TABLE "card_sandbox"."charges" ADD COLUMN "disputed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "about" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "dispute_state" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "dispute_due_by" timestamp with time zone;--> statement-breakpoint
-- Numbered as they were begun; an identity added to a full table would number them as they happen to lie there.
ALTER TABLE "payments" ADD COLUMN "seq" bigint;--> statement-breakpoint
UPDATE "payments" SET "seq" = numbered.seq FROM (SELECT id, row_number() OVER (ORDER BY created_at, id) AS seq FROM "payments") AS numbered WHERE numbered.id = "payments".id;--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "seq" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "seq" ADD GENERATED ALWAYS AS IDENTITY (sequence name "payments_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
SELECT setval('payments_seq_seq', (SELECT coalesce(max(seq), 0) + 1 FROM "payments"), false);--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "provider_status" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "money_read_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "provider_events" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_events" ADD COLUMN "next_attempt_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "provider_events" ADD COLUMN "last_error" text;--> statement-breakpoint
ALTER TABLE "card_sandbox"."disputes" ADD CONSTRAINT "disputes_charge_money" FOREIGN KEY ("charge","payment_intent","currency") REFERENCES "card_sandbox"."charges"("id","payment_intent","currency") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_disputes" ADD CONSTRAINT "payment_disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disputes_by_intent" ON "card_sandbox"."disputes" USING btree ("payment_intent");--> statement-breakpoint
CREATE INDEX "payment_disputes_payment" ON "payment_disputes" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_refunds_payment" ON "payment_refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_refunds_failed" ON "payment_refunds" USING btree ("payment_id") WHERE status in ('failed', 'canceled');--> statement-breakpoint
CREATE INDEX "payments_by_amount" ON "payments" USING btree ("amount_cents","seq");--> statement-breakpoint
CREATE INDEX "payments_differ" ON "payments" USING btree ("seq") WHERE (state in ('captured', 'refund_due', 'refunded') and provider_status <> 'succeeded')
  or (state = 'open' and provider_status in ('succeeded', 'canceled', 'unknown'))
  or (state = 'canceled' and provider_status not in ('canceled', 'unknown'));--> statement-breakpoint
CREATE INDEX "payments_settled" ON "payments" USING btree ("checked_at") WHERE state in ('captured', 'refunded');--> statement-breakpoint
CREATE INDEX "provider_events_due" ON "provider_events" USING btree ("next_attempt_at") WHERE applied_at is null;--> statement-breakpoint
CREATE INDEX "provider_events_stuck" ON "provider_events" USING btree ("intent_id") WHERE applied_at is null and next_attempt_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "mails_order_event" ON "mails" USING btree ("order_id","kind","about") WHERE order_id is not null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_seq_unique" UNIQUE("seq");--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind_known" CHECK ("mails"."kind" in ('order_placed', 'order_paid', 'order_shipped', 'order_expired', 'payment_failed', 'payment_refunded', 'confirm_email', 'reset_password', 'account_exists', 'quote_received', 'contact_received', 'newsletter_confirm', 'newsletter_welcome'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_given_back" CHECK ("orders"."refunded_cents" between 0 and "orders"."total_cents" and ("orders"."paid_at" is not null or ("orders"."refunded_cents" = 0 and "orders"."dispute_state" is null)));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_dispute_known" CHECK ("orders"."dispute_state" in ('needs_answer', 'under_review', 'won', 'lost', 'closed'));--> statement-breakpoint
ALTER TABLE "provider_events" ADD CONSTRAINT "provider_events_done_is_not_due" CHECK ("provider_events"."applied_at" is null or "provider_events"."next_attempt_at" is null);--> statement-breakpoint
-- What was stored and not applied before there was work to do it by; of what is about no intent there is nothing to do.
UPDATE provider_events SET applied_at = now() WHERE applied_at IS NULL AND intent_id IS NULL;--> statement-breakpoint
UPDATE provider_events SET next_attempt_at = now() WHERE applied_at IS NULL;--> statement-breakpoint
-- Those who were written to of a refund are not written to again when the provider is asked about it.
UPDATE mails SET about = p.refund_id FROM (SELECT DISTINCT ON (order_id) order_id, refund_id FROM payments WHERE refund_id IS NOT NULL ORDER BY order_id, settled_at) AS p WHERE mails.kind = 'payment_refunded' AND mails.about = '' AND mails.order_id = p.order_id;
