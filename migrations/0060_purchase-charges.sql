DROP INDEX "orders_to_ship";--> statement-breakpoint
DROP INDEX "orders_ended";--> statement-breakpoint
DROP INDEX "orders_sales";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "charges_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_class" text;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "shipping_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "tax_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "charges" jsonb;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "refunded_shipping_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "shipping_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_to_ship" ON "orders" USING btree ("seq") WHERE state = 'paid' and refunded_minor < total_minor + charges_minor and refunded_quantity < quantity;--> statement-breakpoint
CREATE INDEX "orders_ended" ON "orders" USING btree ("seq") WHERE (state in ('deleted', 'expired') or (state = 'paid' and refunded_minor >= total_minor + charges_minor));--> statement-breakpoint
CREATE INDEX "orders_sales" ON "orders" USING btree ("tool_id","paid_at","quantity") WHERE paid_at is not null and refunded_minor < total_minor + charges_minor;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_shipping_bounded" CHECK ("refunds"."shipping_minor" between 0 and "refunds"."amount_minor");--> statement-breakpoint
-- Tax and shipping are fixed as soon as an order is paid or has ended, and no more than them is refunded.
CREATE OR REPLACE FUNCTION reject_order_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'orders are never deleted' USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_never_deleted';
  END IF;
  IF OLD.state IS DISTINCT FROM NEW.state AND (OLD.state, NEW.state) NOT IN
     (('placed', 'paid'), ('placed', 'deleted'), ('placed', 'expired'), ('paid', 'shipped'))
     AND NOT (OLD.state = 'shipped' AND NEW.state = 'paid'
       AND (NEW.shipped_quantity < OLD.shipped_quantity OR NEW.refunded_quantity < OLD.refunded_quantity)) THEN
    RAISE EXCEPTION 'an order cannot go from % to %', OLD.state, NEW.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_transition';
  END IF;
  IF (OLD.user_id, OLD.tool_id, OLD.quantity, OLD.unit_price_minor, OLD.total_minor, OLD.currency)
     IS DISTINCT FROM (NEW.user_id, NEW.tool_id, NEW.quantity, NEW.unit_price_minor, NEW.total_minor, NEW.currency)
     OR (OLD.transaction_id IS NOT NULL AND OLD.transaction_id IS DISTINCT FROM NEW.transaction_id)
     OR (OLD.purchase_id IS NOT NULL AND OLD.state <> 'placed'
         AND (OLD.purchase_id, OLD.line_number) IS DISTINCT FROM (NEW.purchase_id, NEW.line_number))
     OR (OLD.state <> 'placed' AND (OLD.charges_minor, OLD.tax_minor, OLD.tax_class)
         IS DISTINCT FROM (NEW.charges_minor, NEW.tax_minor, NEW.tax_class)) THEN
    RAISE EXCEPTION 'the terms of an order cannot change' USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_terms_fixed';
  END IF;
  IF (NEW.state IN ('paid', 'shipped')) <> (NEW.transaction_id IS NOT NULL)
     OR (NEW.transaction_id IS NULL) <> (NEW.paid_at IS NULL) THEN
    RAISE EXCEPTION 'a paid order has a transaction, and no other one'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_paid_has_transaction';
  END IF;
  IF (NEW.state = 'shipped') <> (NEW.shipped_at IS NOT NULL) THEN
    RAISE EXCEPTION 'a shipped order has its date, and no other one'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_shipped_has_date';
  END IF;
  IF (NEW.state IN ('deleted', 'expired')) <> (NEW.ended_at IS NOT NULL) THEN
    RAISE EXCEPTION 'an ended order has its date, and no other one'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_ended_has_date';
  END IF;
  IF NEW.refunded_minor NOT BETWEEN 0 AND NEW.total_minor + NEW.charges_minor
     OR (NEW.paid_at IS NULL AND (NEW.refunded_minor > 0 OR NEW.dispute_state IS NOT NULL)) THEN
    RAISE EXCEPTION 'no more of an order is refunded than was paid'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_refund_bounds';
  END IF;
  IF NEW.dispute_state NOT IN ('needs_answer', 'under_review', 'won', 'lost', 'closed') THEN
    RAISE EXCEPTION 'there is no such state of a dispute'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_dispute_known';
  END IF;
  IF NEW.shipped_quantity NOT BETWEEN 0 AND NEW.quantity OR NEW.refunded_quantity NOT BETWEEN 0 AND NEW.quantity THEN
    RAISE EXCEPTION 'an order has no more pieces than were ordered'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_pieces_bounded';
  END IF;
  RETURN NEW;
END $function$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION reject_purchase_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  -- Names, addresses and texts may leave a purchase that ended without ever being paid, all at once and for good.
  is_erased boolean := OLD.paid_at IS NULL AND OLD.state IN ('canceled', 'expired') AND NEW.name = '' AND NEW.email = ''
    AND NEW.delivery IS NULL AND NEW.billing IS NULL AND NEW.po_number = '' AND NEW.note = '';
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'purchases are never deleted' USING ERRCODE = 'check_violation', CONSTRAINT = 'purchases_never_deleted';
  END IF;
  IF OLD.state IS DISTINCT FROM NEW.state AND (OLD.state, NEW.state) NOT IN
     (('placed', 'paid'), ('placed', 'canceled'), ('placed', 'expired'), ('paid', 'shipped'), ('paid', 'canceled'),
      ('shipped', 'paid'))
     -- What was paid and canceled is as before when its refund fails.
     AND NOT (OLD.state = 'canceled' AND NEW.state = 'paid' AND OLD.paid_at IS NOT NULL) THEN
    RAISE EXCEPTION 'a purchase cannot go from % to %', OLD.state, NEW.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'purchases_transition';
  END IF;
  IF (OLD.seq, OLD.number, OLD.user_id, OLD.currency, OLD.placed_at, OLD.is_from_order)
     IS DISTINCT FROM (NEW.seq, NEW.number, NEW.user_id, NEW.currency, NEW.placed_at, NEW.is_from_order)
     OR (OLD.name IS DISTINCT FROM NEW.name AND NOT is_erased)
     OR (OLD.paid_at IS NOT NULL AND (OLD.paid_at, OLD.transaction_id, OLD.total_minor, OLD.shipping_minor, OLD.tax_minor, OLD.charges)
         IS DISTINCT FROM (NEW.paid_at, NEW.transaction_id, NEW.total_minor, NEW.shipping_minor, NEW.tax_minor, NEW.charges))
     OR (OLD.state <> 'placed' AND NOT is_erased AND ((OLD.delivery IS NOT NULL AND OLD.delivery IS DISTINCT FROM NEW.delivery)
         OR (OLD.billing IS NOT NULL AND OLD.billing IS DISTINCT FROM NEW.billing))) THEN
    RAISE EXCEPTION 'the terms of a purchase cannot change'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'purchases_terms_fixed';
  END IF;
  IF (NEW.transaction_id IS NULL) <> (NEW.paid_at IS NULL)
     OR (NEW.state IN ('paid', 'shipped') AND NEW.paid_at IS NULL) OR (NEW.state IN ('placed', 'expired') AND NEW.paid_at IS NOT NULL)
     OR (NEW.state = 'shipped') <> (NEW.shipped_at IS NOT NULL)
     OR (NEW.state IN ('canceled', 'expired')) <> (NEW.ended_at IS NOT NULL) THEN
    RAISE EXCEPTION 'the dates of a purchase do not fit its state'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'purchases_dates';
  END IF;
  IF NEW.refunded_minor NOT BETWEEN 0 AND NEW.total_minor OR NEW.refunded_shipping_minor NOT BETWEEN 0 AND NEW.shipping_minor
     OR (NEW.paid_at IS NULL AND (NEW.refunded_minor > 0 OR NEW.dispute_state IS NOT NULL))
     OR NEW.dispute_state NOT IN ('needs_answer', 'under_review', 'won', 'lost', 'closed') THEN
    RAISE EXCEPTION 'what was refunded of a purchase, or its dispute, is impossible'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'purchases_refund_bounds';
  END IF;
  RETURN NEW;
END $function$;
