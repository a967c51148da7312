-- Made anew by the next migration, with the SKU. Until then no row has to be written into it again.
DROP INDEX IF EXISTS tools_searched;--> statement-breakpoint
CREATE TABLE "price_changes" (
	"id" text PRIMARY KEY NOT NULL,
	"tool_id" text NOT NULL,
	"unit_price_cents" integer NOT NULL,
	"volume_prices" jsonb NOT NULL,
	"changed_by" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
DROP INDEX "stock_adjustments_tool";--> statement-breakpoint
DROP INDEX "tools_short_of_stock";--> statement-breakpoint
ALTER TABLE "tools" drop column "stock_state";--> statement-breakpoint
ALTER TABLE "stock_adjustments" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_adjustments" ADD COLUMN "adjusted_by" text;--> statement-breakpoint
ALTER TABLE "stock_adjustments" ADD COLUMN "idempotency_key" text;--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "sku" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "pack_multiple" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "max_order_quantity" integer;--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "volume_prices" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "state" text DEFAULT 'on_sale' NOT NULL;--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "stock_state" text GENERATED ALWAYS AS (case when available < ((min_order_quantity::bigint + pack_multiple - 1) / pack_multiple * pack_multiple) then 'out' when available < 3 * ((min_order_quantity::bigint + pack_multiple - 1) / pack_multiple * pack_multiple) then 'low' else 'available' end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "price_changes" ADD CONSTRAINT "price_changes_tool_id_tools_id_fk" FOREIGN KEY ("tool_id") REFERENCES "public"."tools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_changes_tool" ON "price_changes" USING btree ("tool_id","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "stock_adjustments_idempotency" ON "stock_adjustments" USING btree ("tool_id","idempotency_key") WHERE idempotency_key is not null;--> statement-breakpoint
CREATE INDEX "tools_on_sale" ON "tools" USING btree ("seq") WHERE state = 'on_sale';--> statement-breakpoint
UPDATE "tools" SET "sku" = 'IM-' || lpad("seq"::text, greatest(5, length("seq"::text)), '0');--> statement-breakpoint
CREATE UNIQUE INDEX "tools_sku" ON "tools" USING btree (lower("sku"));--> statement-breakpoint
CREATE INDEX "stock_adjustments_tool" ON "stock_adjustments" USING btree ("tool_id","at","id");--> statement-breakpoint
CREATE INDEX "tools_short_of_stock" ON "tools" USING btree ("stock_state","seq") WHERE state = 'on_sale' and stock_state <> 'available';--> statement-breakpoint
ALTER TABLE "tools" ADD CONSTRAINT "tools_order_bounds" CHECK ("tools"."pack_multiple" > 0 and ("tools"."max_order_quantity" is null or "tools"."max_order_quantity" >= "tools"."min_order_quantity"));--> statement-breakpoint
ALTER TABLE "tools" ADD CONSTRAINT "tools_volume_prices_listed" CHECK (jsonb_typeof("tools"."volume_prices") = 'array');--> statement-breakpoint
ALTER TABLE "tools" ADD CONSTRAINT "tools_state" CHECK ("tools"."state" in ('draft', 'on_sale', 'archived'));--> statement-breakpoint
-- A tool without a SKU gets one of its number, and a suffix where somebody has taken it.
CREATE FUNCTION make_tool_sku() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  made text := 'IM-' || lpad(new.seq::text, greatest(5, length(new.seq::text)), '0');
  attempt integer := 1;
BEGIN
  new.sku := made;
  WHILE EXISTS (SELECT FROM tools WHERE lower(sku) = lower(new.sku)) LOOP
    attempt := attempt + 1;
    new.sku := made || '-' || attempt;
  END LOOP;
  RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER tools_sku BEFORE INSERT ON tools FOR EACH ROW WHEN (new.sku = '') EXECUTE FUNCTION make_tool_sku();--> statement-breakpoint
CREATE FUNCTION count_tool_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  new.version := old.version + 1;
  RETURN new;
END $$;--> statement-breakpoint
-- Movements of stock name none of these columns, and leave the version as it is.
CREATE TRIGGER tools_version BEFORE UPDATE OF sku, item_name, about, unit_price_cents, min_order_quantity, pack_multiple, max_order_quantity, volume_prices, image, state ON tools
FOR EACH ROW WHEN ((old.sku, old.item_name, old.about, old.unit_price_cents, old.min_order_quantity, old.pack_multiple, old.max_order_quantity, old.volume_prices, old.image, old.state)
  IS DISTINCT FROM (new.sku, new.item_name, new.about, new.unit_price_cents, new.min_order_quantity, new.pack_multiple, new.max_order_quantity, new.volume_prices, new.image, new.state))
EXECUTE FUNCTION count_tool_version();--> statement-breakpoint
-- Who changes a price says so by a setting of the transaction; without it, the shop did.
CREATE FUNCTION record_tool_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO price_changes (id, tool_id, unit_price_cents, volume_prices, changed_by)
    VALUES (left(replace(gen_random_uuid()::text, '-', ''), 24), new.id, new.unit_price_cents, new.volume_prices,
      nullif(current_setting('shop.actor', true), ''));
  RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER tools_first_price AFTER INSERT ON tools FOR EACH ROW EXECUTE FUNCTION record_tool_price();--> statement-breakpoint
CREATE TRIGGER tools_price AFTER UPDATE OF unit_price_cents, volume_prices ON tools
FOR EACH ROW WHEN ((old.unit_price_cents, old.volume_prices) IS DISTINCT FROM (new.unit_price_cents, new.volume_prices))
EXECUTE FUNCTION record_tool_price();--> statement-breakpoint
INSERT INTO price_changes (id, tool_id, unit_price_cents, volume_prices, at)
  SELECT left(replace(gen_random_uuid()::text, '-', ''), 24), id, unit_price_cents, volume_prices, created_at FROM tools;
