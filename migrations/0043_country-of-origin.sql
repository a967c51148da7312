ALTER TABLE "tools" ADD COLUMN "country_of_origin" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tools" ADD CONSTRAINT "tools_country_of_origin" CHECK (country_of_origin = '' or country_of_origin ~ '^[A-Z]{2}$');--> statement-breakpoint
-- By hand from here on. Movements of stock name none of the columns of these triggers.
DROP TRIGGER tools_version ON tools;--> statement-breakpoint
CREATE TRIGGER tools_version BEFORE UPDATE OF sku, slug, gtin, item_name, about, unit_price_cents, min_order_quantity, pack_multiple, max_order_quantity, volume_prices, image, more_images, documents, relations, category_id, family, country_of_origin, specifications, weight, size, maker, warnings, state ON tools
FOR EACH ROW WHEN ((old.sku, old.slug, old.gtin, old.item_name, old.about, old.unit_price_cents, old.min_order_quantity, old.pack_multiple, old.max_order_quantity, old.volume_prices, old.image, old.more_images, old.documents, old.relations, old.category_id, old.family, old.country_of_origin, old.specifications, old.weight, old.size, old.maker, old.warnings, old.state)
  IS DISTINCT FROM (new.sku, new.slug, new.gtin, new.item_name, new.about, new.unit_price_cents, new.min_order_quantity, new.pack_multiple, new.max_order_quantity, new.volume_prices, new.image, new.more_images, new.documents, new.relations, new.category_id, new.family, new.country_of_origin, new.specifications, new.weight, new.size, new.maker, new.warnings, new.state))
EXECUTE FUNCTION count_tool_version();--> statement-breakpoint
DROP TRIGGER tools_changed_for_search ON tools;--> statement-breakpoint
CREATE TRIGGER tools_changed_for_search AFTER UPDATE OF sku, gtin, item_name, about, category_id, family, country_of_origin, specifications, maker, state ON tools
FOR EACH ROW WHEN ((old.sku, old.gtin, old.item_name, old.about, old.category_id, old.family, old.country_of_origin, old.specifications, old.maker, old.state)
  IS DISTINCT FROM (new.sku, new.gtin, new.item_name, new.about, new.category_id, new.family, new.country_of_origin, new.specifications, new.maker, new.state))
EXECUTE FUNCTION queue_tool_for_search();--> statement-breakpoint
DROP TRIGGER tools_facets ON tools;--> statement-breakpoint
CREATE TRIGGER tools_facets AFTER UPDATE OF state, category_id, item_name, unit_price_cents, min_order_quantity, pack_multiple, country_of_origin, specifications ON tools
FOR EACH ROW WHEN ((old.state, old.category_id, old.item_name, old.unit_price_cents, old.min_order_quantity, old.pack_multiple, old.country_of_origin, old.specifications)
  IS DISTINCT FROM (new.state, new.category_id, new.item_name, new.unit_price_cents, new.min_order_quantity, new.pack_multiple, new.country_of_origin, new.specifications))
EXECUTE FUNCTION sync_tool_facets();--> statement-breakpoint
-- The plain fields that lists are filtered by, each as a specification whose name nobody can write: `FIELD_SIGN` of facet-rules.ts.
CREATE FUNCTION list_field_tokens(tool tools) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT array_remove(ARRAY[
    CASE WHEN tool.country_of_origin <> '' THEN E'\x1ecountryOfOrigin\x1f' || tool.country_of_origin || E'\x1f' END
  ], NULL);
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION sync_tool_facets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'UPDATE' THEN
    IF old.state = 'on_sale' AND old.category_id IS NOT NULL AND (new.state <> 'on_sale' OR new.category_id IS DISTINCT FROM old.category_id) THEN
      INSERT INTO category_tool_counts VALUES (old.category_id, -1);
    END IF;
    IF new.state = 'on_sale' AND new.category_id IS NOT NULL AND (old.state <> 'on_sale' OR new.category_id IS DISTINCT FROM old.category_id) THEN
      INSERT INTO category_tool_counts VALUES (new.category_id, 1);
    END IF;
  ELSIF new.state = 'on_sale' AND new.category_id IS NOT NULL THEN
    INSERT INTO category_tool_counts VALUES (new.category_id, 1);
  END IF;
  IF new.state <> 'on_sale' THEN
    DELETE FROM tool_facets WHERE tool_id = new.id;
    RETURN NULL;
  END IF;
  INSERT INTO tool_facets (tool_id, seq, sample, category_id, name, unit_price_cents, min_order_quantity, stock_state, tokens, number_keys, lows, highs)
    SELECT new.id, new.seq, ('x' || left(md5(new.id), 8))::bit(32)::integer & 2147483647, new.category_id, lower(new.item_name), new.unit_price_cents,
      new.min_order_quantity, new.stock_state,
      coalesce((SELECT array_agg(DISTINCT concat_ws(E'\x1f', row->>'name', row->>'value', coalesce(row->>'unit', ''))) FROM jsonb_array_elements(new.specifications) row), '{}') || list_field_tokens(new),
      n.keys, n.lows, n.highs
    FROM get_specification_numbers(new.specifications) n
  ON CONFLICT (tool_id) DO UPDATE SET category_id = excluded.category_id, name = excluded.name, unit_price_cents = excluded.unit_price_cents,
    min_order_quantity = excluded.min_order_quantity, stock_state = excluded.stock_state, tokens = excluded.tokens,
    number_keys = excluded.number_keys, lows = excluded.lows, highs = excluded.highs;
  RETURN NULL;
END $$;
