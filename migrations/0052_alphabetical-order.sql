-- Names are sorted by their letters without marks: Ä beside A, not after z.
DROP INDEX "tools_by_name";--> statement-breakpoint
DROP INDEX "users_by_name";--> statement-breakpoint
CREATE INDEX "tools_by_name" ON "tools" USING btree (fold_text("item_name"),"seq");--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree (fold_text("display_name"),"seq");--> statement-breakpoint
CREATE OR REPLACE FUNCTION sync_tool_facets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    SELECT new.id, new.seq, ('x' || left(md5(new.id), 8))::bit(32)::integer & 2147483647, new.category_id, fold_text(new.item_name), new.unit_price_cents,
      new.min_order_quantity, new.stock_state,
      coalesce((SELECT array_agg(DISTINCT concat_ws(E'\x1f', row->>'name', row->>'value', coalesce(row->>'unit', ''))) FROM jsonb_array_elements(new.specifications) row), '{}') || list_field_tokens(new),
      n.keys, n.lows, n.highs
    FROM get_specification_numbers(new.specifications) n
  ON CONFLICT (tool_id) DO UPDATE SET category_id = excluded.category_id, name = excluded.name, unit_price_cents = excluded.unit_price_cents,
    min_order_quantity = excluded.min_order_quantity, stock_state = excluded.stock_state, tokens = excluded.tokens,
    number_keys = excluded.number_keys, lows = excluded.lows, highs = excluded.highs;
  RETURN NULL;
END $function$;--> statement-breakpoint
UPDATE tool_facets f SET name = fold_text(t.item_name) FROM tools t WHERE t.id = f.tool_id AND f.name <> fold_text(t.item_name);
