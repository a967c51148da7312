DROP INDEX "tools_unweighed";--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "pack_weight" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "ships_separately" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "not_shipped_to" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "tools_unweighed" ON "tools" USING btree ("seq") WHERE state = 'on_sale' and weight is null and pack_weight = '';--> statement-breakpoint
ALTER TABLE "tools" ADD CONSTRAINT "tools_pack_weight" CHECK (pack_weight = '' or pack_weight ~ '^(0|[1-9][0-9]{0,5})(\.[0-9]{1,3})? (g|kg|oz|lb)$');--> statement-breakpoint
ALTER TABLE "tools" ADD CONSTRAINT "tools_ships_separately" CHECK (ships_separately in ('', 'yes'));--> statement-breakpoint
ALTER TABLE "tools" ADD CONSTRAINT "tools_not_shipped_to" CHECK (not_shipped_to = '' or not_shipped_to ~ '^[A-Z]{2}(-[A-Z0-9]{1,3})?(, [A-Z]{2}(-[A-Z0-9]{1,3})?)*$');--> statement-breakpoint
-- By hand from here on. Movements of stock name none of the columns of this trigger.
DROP TRIGGER tools_version ON tools;--> statement-breakpoint
CREATE TRIGGER tools_version BEFORE UPDATE OF sku, slug, gtin, item_name, about, unit_price_minor, min_order_quantity, pack_multiple, max_order_quantity, reorder_level, volume_prices, image, more_images, documents, relations, category_id, family, country_of_origin, specifications, weight, size, maker, warnings, tax_class, pack_weight, ships_separately, not_shipped_to, state ON tools
FOR EACH ROW WHEN ((old.sku, old.slug, old.gtin, old.item_name, old.about, old.unit_price_minor, old.min_order_quantity, old.pack_multiple, old.max_order_quantity, old.reorder_level, old.volume_prices, old.image, old.more_images, old.documents, old.relations, old.category_id, old.family, old.country_of_origin, old.specifications, old.weight, old.size, old.maker, old.warnings, old.tax_class, old.pack_weight, old.ships_separately, old.not_shipped_to, old.state)
  IS DISTINCT FROM (new.sku, new.slug, new.gtin, new.item_name, new.about, new.unit_price_minor, new.min_order_quantity, new.pack_multiple, new.max_order_quantity, new.reorder_level, new.volume_prices, new.image, new.more_images, new.documents, new.relations, new.category_id, new.family, new.country_of_origin, new.specifications, new.weight, new.size, new.maker, new.warnings, new.tax_class, new.pack_weight, new.ships_separately, new.not_shipped_to, new.state))
EXECUTE FUNCTION count_tool_version();
