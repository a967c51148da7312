ALTER TABLE "tool_stocks" ADD COLUMN "orders_left" integer DEFAULT 1000 NOT NULL;--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "reorder_level" integer;--> statement-breakpoint
CREATE INDEX "tool_stocks_to_reorder" ON "tool_stocks" USING btree ("orders_left","tool_id") WHERE orders_left < 100 and stock_state <> 'out';--> statement-breakpoint
ALTER TABLE "tools" ADD CONSTRAINT "tools_reorder_level" CHECK ("tools"."reorder_level" >= 0);--> statement-breakpoint
-- By hand from here on. Movements of stock name none of the columns of this trigger.
DROP TRIGGER tools_version ON tools;--> statement-breakpoint
CREATE TRIGGER tools_version BEFORE UPDATE OF sku, slug, gtin, item_name, about, unit_price_cents, min_order_quantity, pack_multiple, max_order_quantity, reorder_level, volume_prices, image, more_images, documents, relations, category_id, family, country_of_origin, specifications, weight, size, maker, warnings, state ON tools
FOR EACH ROW WHEN ((old.sku, old.slug, old.gtin, old.item_name, old.about, old.unit_price_cents, old.min_order_quantity, old.pack_multiple, old.max_order_quantity, old.reorder_level, old.volume_prices, old.image, old.more_images, old.documents, old.relations, old.category_id, old.family, old.country_of_origin, old.specifications, old.weight, old.size, old.maker, old.warnings, old.state)
  IS DISTINCT FROM (new.sku, new.slug, new.gtin, new.item_name, new.about, new.unit_price_cents, new.min_order_quantity, new.pack_multiple, new.max_order_quantity, new.reorder_level, new.volume_prices, new.image, new.more_images, new.documents, new.relations, new.category_id, new.family, new.country_of_origin, new.specifications, new.weight, new.size, new.maker, new.warnings, new.state))
EXECUTE FUNCTION count_tool_version();--> statement-breakpoint
CREATE FUNCTION count_orders_left(tool tools) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN tool.state <> 'on_sale' THEN 1000
    WHEN tool.reorder_level IS NOT NULL THEN CASE WHEN tool.available < tool.reorder_level THEN -1 ELSE 1000 END
    ELSE least(1000, tool.available / ((tool.min_order_quantity::bigint + tool.pack_multiple - 1) / tool.pack_multiple * tool.pack_multiple))::integer
  END;
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION add_tool_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tool_stocks (tool_id, seq, available, stock_state, orders_left)
  VALUES (NEW.id, NEW.seq, NEW.available, NEW.stock_state, count_orders_left(NEW));
  RETURN NULL;
END $$;--> statement-breakpoint
UPDATE tool_stocks s SET orders_left = count_orders_left(t) FROM tools t WHERE t.id = s.tool_id AND count_orders_left(t) < 1000;
