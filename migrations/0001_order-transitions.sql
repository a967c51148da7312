-- The transitions of src/features/orders/rules.ts, held by the database as well: whatever code or person writes,
-- a paid order never becomes unpaid, an ended one never comes back, and what was agreed never changes.
CREATE FUNCTION refuse_order_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'orders are never removed' USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_kept';
  END IF;
  IF OLD.state IS DISTINCT FROM NEW.state AND (OLD.state, NEW.state) NOT IN
     (('placed', 'paid'), ('placed', 'deleted'), ('placed', 'expired'), ('paid', 'shipped')) THEN
    RAISE EXCEPTION 'an order cannot go from % to %', OLD.state, NEW.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_transition';
  END IF;
  IF (OLD.user_id, OLD.tool_id, OLD.quantity, OLD.unit_price_cents, OLD.total_cents, OLD.currency)
     IS DISTINCT FROM (NEW.user_id, NEW.tool_id, NEW.quantity, NEW.unit_price_cents, NEW.total_cents, NEW.currency)
     OR (OLD.transaction_id IS NOT NULL AND OLD.transaction_id IS DISTINCT FROM NEW.transaction_id) THEN
    RAISE EXCEPTION 'what was agreed in an order cannot change' USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_agreed';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_transitions BEFORE UPDATE OR DELETE ON orders FOR EACH ROW EXECUTE FUNCTION refuse_order_change();
