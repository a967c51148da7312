CREATE TABLE "former_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"tool_id" text NOT NULL
);--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "slug" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "gtin" text;--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "specifications" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "weight" jsonb;--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "size" jsonb;--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "maker" jsonb;--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "warnings" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "former_slugs" ADD CONSTRAINT "former_slugs_tool_id_tools_id_fk" FOREIGN KEY ("tool_id") REFERENCES "public"."tools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_slugs_tool" ON "former_slugs" USING btree ("tool_id");--> statement-breakpoint
-- Of tools of one name, the oldest gets the plain slug.
UPDATE tools t SET slug = CASE WHEN named.place = 1 AND named.made <> '' THEN named.made ELSE rtrim(left(coalesce(nullif(named.made, ''), 'tool'), 60), '-') || '-' || t.seq END
FROM (SELECT id, made, row_number() OVER (PARTITION BY made ORDER BY seq) AS place
  FROM (SELECT id, rtrim(left(trim(both '-' from regexp_replace(lower(item_name), '[^a-z0-9]+', '-', 'g')), 80), '-') AS made, seq FROM tools) m) named
WHERE named.id = t.id;--> statement-breakpoint
-- A name that ends in a number may have got the slug of another one.
UPDATE tools t SET slug = rtrim(left(t.slug, 40), '-') || '-' || md5(t.id)
FROM (SELECT id, row_number() OVER (PARTITION BY slug ORDER BY seq) AS place FROM tools) same
WHERE same.id = t.id AND same.place > 1;--> statement-breakpoint
CREATE UNIQUE INDEX "tools_slug" ON "tools" USING btree ("slug");--> statement-breakpoint
-- A slug of the name: lower-case letters, digits and hyphens.
CREATE FUNCTION to_slug(name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT rtrim(left(trim(both '-' from regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g')), 80), '-');
$$;--> statement-breakpoint
CREATE FUNCTION make_tool_slug() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  made text := coalesce(nullif(to_slug(new.item_name), ''), 'tool');
  attempt integer := 1;
BEGIN
  new.slug := made;
  -- One of several tools of a name has its number in its slug, so that a thousand equal names cost no thousand attempts.
  WHILE EXISTS (SELECT FROM tools WHERE slug = new.slug) OR EXISTS (SELECT FROM former_slugs WHERE slug = new.slug) LOOP
    new.slug := rtrim(left(made, 60), '-') || '-' || new.seq || CASE WHEN attempt > 1 THEN '-' || attempt ELSE '' END;
    attempt := attempt + 1;
  END LOOP;
  RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER tools_slug BEFORE INSERT ON tools FOR EACH ROW WHEN (new.slug = '') EXECUTE FUNCTION make_tool_slug();--> statement-breakpoint
-- A slug of before leads to its tool for good: no other tool may take it.
CREATE FUNCTION keep_former_slug() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM former_slugs WHERE slug = new.slug AND tool_id <> new.id) THEN
    RAISE unique_violation USING CONSTRAINT = 'former_slugs_pkey', MESSAGE = 'another tool had this slug';
  END IF;
  IF tg_op = 'UPDATE' THEN
    DELETE FROM former_slugs WHERE slug = new.slug;
    INSERT INTO former_slugs (slug, tool_id) VALUES (old.slug, old.id);
  END IF;
  RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER tools_given_slug AFTER INSERT ON tools FOR EACH ROW EXECUTE FUNCTION keep_former_slug();--> statement-breakpoint
CREATE TRIGGER tools_former_slug AFTER UPDATE OF slug ON tools
FOR EACH ROW WHEN (old.slug <> new.slug AND old.slug <> '') EXECUTE FUNCTION keep_former_slug();--> statement-breakpoint
DROP TRIGGER tools_version ON tools;--> statement-breakpoint
-- Movements of stock name none of these columns, and leave the version as it is.
CREATE TRIGGER tools_version BEFORE UPDATE OF sku, slug, gtin, item_name, about, unit_price_cents, min_order_quantity, pack_multiple, max_order_quantity, volume_prices, image, specifications, weight, size, maker, warnings, state ON tools
FOR EACH ROW WHEN ((old.sku, old.slug, old.gtin, old.item_name, old.about, old.unit_price_cents, old.min_order_quantity, old.pack_multiple, old.max_order_quantity, old.volume_prices, old.image, old.specifications, old.weight, old.size, old.maker, old.warnings, old.state)
  IS DISTINCT FROM (new.sku, new.slug, new.gtin, new.item_name, new.about, new.unit_price_cents, new.min_order_quantity, new.pack_multiple, new.max_order_quantity, new.volume_prices, new.image, new.specifications, new.weight, new.size, new.maker, new.warnings, new.state))
EXECUTE FUNCTION count_tool_version();--> statement-breakpoint
-- What tools are searched in; without the extension a search reads the whole table instead.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX tools_searched ON tools USING gin (lower(sku || E'\n' || item_name || E'\n' || about) gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
  RAISE NOTICE 'searching is not indexed: %', SQLERRM;
END $$;
