ALTER TABLE "payments" DROP CONSTRAINT "payments_state_known";--> statement-breakpoint
DROP INDEX "payments_differ";--> statement-breakpoint
DROP INDEX "payments_settled";--> statement-breakpoint
CREATE INDEX "payments_differ" ON "payments" USING btree ("seq") WHERE (state in ('captured', 'refund_due', 'refunded', 'charged_back') and provider_status <> 'succeeded')
  or (state = 'open' and provider_status in ('succeeded', 'canceled', 'unknown'))
  or (state = 'canceled' and provider_status not in ('canceled', 'unknown'));--> statement-breakpoint
CREATE INDEX "payments_settled" ON "payments" USING btree (greatest(settled_at, checked_at)) WHERE state in ('captured', 'refunded', 'canceled', 'refund_due');--> statement-breakpoint
ALTER TABLE "provider_events" DROP COLUMN "payload";--> statement-breakpoint
-- Said to be refunded on the strength of an answer that named no refund: it is done now, and never twice.
UPDATE payments SET state = 'refund_due', checked_at = NULL WHERE state = 'refunded' AND refund_id IS NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_refund_known" CHECK ("payments"."state" <> 'refunded' or "payments"."refund_id" is not null);--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_state_known" CHECK ("payments"."state" in ('creating', 'open', 'captured', 'canceled', 'refund_due', 'refunded', 'charged_back'));